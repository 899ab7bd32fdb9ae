import torch
from deel import torchlip

model = torchlip.Sequential(torchlip.SpectralLinear(8, 16), torchlip.GroupSort2(), torchlip.FrobeniusLinear(16, 1))
loss_fn = torchlip.HKRLoss(alpha=0.9, min_margin=1.0)
compiled = torch.compile(model)
optimizer = torch.optim.Adam(model.parameters())
for _ in range(2):
    loss = loss_fn(compiled(torch.randn(6, 8)), torch.tensor([1.0, -1, 1, -1, 1, -1])[:, None])
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
