import torch
from torch import nn
from rmi import RMILoss

net = nn.Conv2d(3, 1, 3, padding=1)
loss_fn = RMILoss(with_logits=True)


@torch.compile
def step(image, mask):
    loss = loss_fn(net(image), mask)
    loss.backward()
    return loss


print(step(torch.randn(2, 3, 32, 32), (torch.rand(2, 1, 32, 32) > 0.5).float()).item())
