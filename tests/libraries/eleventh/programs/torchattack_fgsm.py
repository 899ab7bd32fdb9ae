import torch
from torch import nn
from torchattack import FGSM, MIFGSM

model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4)).eval()
x, y = torch.rand(2, 3, 16, 16), torch.tensor([1, 3])
fgsm = FGSM(model, device=torch.device("cpu"))
attack = torch.compile(fgsm)
print((attack(x, y) - x).abs().max().item())
strong = MIFGSM(torch.compile(model), device=torch.device("cpu"), steps=3)
print((strong(x, y) - x).abs().max().item())
