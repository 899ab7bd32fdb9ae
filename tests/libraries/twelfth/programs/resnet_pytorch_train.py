import torch
from torch import nn
from resnet_pytorch import ResNet

model = ResNet.from_name("resnet18")
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


@torch.compile
def step(x, y):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


print(step(torch.randn(2, 3, 32, 32), torch.tensor([1, 7])).item())
