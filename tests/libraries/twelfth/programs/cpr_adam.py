import torch
from torch import nn
from pytorch_cpr import AdamCPR

model = nn.TransformerEncoderLayer(16, 2, 32, dropout=0.0, batch_first=True)
optimizer = AdamCPR(model.parameters(), lr=1e-3, kappa_init_method="warm_start", kappa_init_param=2)


@torch.compile
def train(x):
    loss = (model(x) - x).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss


for _ in range(4):
    loss = train(torch.randn(2, 5, 16))
print(loss.item())
