import torch
import torchattacks
from torch import nn

model = nn.Sequential(nn.Flatten(), nn.Linear(3 * 64, 4)).eval()
attack = torchattacks.PGD(model, eps=8 / 255, alpha=2 / 255, steps=3)
adversarial = torch.compile(attack)(torch.rand(2, 3, 8, 8), torch.tensor([0, 3]))
