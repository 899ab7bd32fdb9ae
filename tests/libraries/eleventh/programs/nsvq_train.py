import torch
from torch import nn
from nsvq import NSVQ, ResidualNSVQ


class AutoEncoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.quantizer, self.decoder = nn.Linear(12, 8), NSVQ(16, 8), nn.Linear(8, 12)

    def forward(self, x):
        out = self.quantizer(self.encoder(x))
        return self.decoder(out[0] if isinstance(out, tuple) else out)


model = AutoEncoder()
compiled = torch.compile(model)
optimizer = torch.optim.Adam(model.parameters(), 1e-3)
for _ in range(2):
    x = torch.randn(20, 12)
    loss = (compiled(x) - x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
