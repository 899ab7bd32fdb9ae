import torch
from torch import nn
from torchbelief import ContextualCorrection, Frame, MassHead

frame = Frame(3)
head, correction = MassHead(6, frame), ContextualCorrection(frame, kind="discount")
optimizer = torch.optim.Adam([*head.parameters(), *correction.parameters()], 1e-2)


@torch.compile
def loss_fn(x):
    return correction(head(x)).square().sum(-1).mean()


loss = loss_fn(torch.randn(5, 6))
loss.backward()
optimizer.step()
print(loss.item())
