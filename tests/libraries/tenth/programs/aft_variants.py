import torch
from torch import nn
from aft_pytorch import AFTFull, AFTSimple


class Encoder(nn.Module):
    def __init__(self, dim=24, length=16):
        super().__init__()
        self.layers = nn.ModuleList([AFTFull(length, dim, hidden_dim=16), AFTSimple(length, dim, hidden_dim=16)])
        self.norms = nn.ModuleList([nn.LayerNorm(dim) for _ in self.layers])

    def forward(self, x):
        for norm, layer in zip(self.norms, self.layers):
            x = x + layer(norm(x))
        return x


encoder = Encoder()
optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-3)
compiled = torch.compile(encoder)
for _ in range(2):
    loss = compiled(torch.randn(2, 16, 24)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
