import torch
from torch import nn
from torchattack import PGD, TIFGSM

model = nn.Sequential(nn.Flatten(), nn.Linear(3 * 8 * 8, 5)).eval()
pgd = PGD(model, normalize=lambda x: (x - 0.5) / 0.5, device=torch.device("cpu"), steps=3)
x, y = torch.rand(2, 3, 8, 8), torch.tensor([0, 4])
adversarial = torch.compile(pgd.forward)
print((adversarial(x, y) - x).abs().max().item())
