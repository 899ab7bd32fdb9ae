import torch
from torch import nn
from torcheeg.models import EEGNet

model = EEGNet(chunk_size=64, num_electrodes=8, kernel_1=16, kernel_2=8, num_classes=2)
optimizer = torch.optim.Adam(model.parameters())


@torch.compile
def step(x, y):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


print(step(torch.randn(4, 1, 8, 64), torch.tensor([0, 1, 1, 0])).item())
