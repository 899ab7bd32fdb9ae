import torch
from pytorch_ood.detector import ODIN, EnergyBased, MaxSoftmax
from pytorch_ood.loss import EnergyRegularizedLoss, OutlierExposureLoss
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))
detector, odin = EnergyBased(model), ODIN(model, eps=0.01)
torch.compile(detector.predict)(torch.randn(3, 8))
torch.compile(odin.predict)(torch.randn(3, 8))
criterion = OutlierExposureLoss(alpha=0.5)
step = torch.compile(lambda x, y: criterion(model(x), y))
step(torch.randn(4, 8), torch.tensor([0, 1, -1, -1])).backward()
