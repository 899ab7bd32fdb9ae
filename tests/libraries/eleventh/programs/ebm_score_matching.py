import torch
from ebm.losses import DenoisingScoreMatching, SlicedScoreMatching
from ebm.nets import MLPEnergy

energy = MLPEnergy(2)
dsm, ssm = DenoisingScoreMatching(sigma=0.2), SlicedScoreMatching()
optimizer = torch.optim.Adam(energy.parameters(), 1e-3)


@torch.compile
def loss_fn(x):
    return dsm(energy, x).loss


for _ in range(2):
    loss = loss_fn(torch.randn(32, 2))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
