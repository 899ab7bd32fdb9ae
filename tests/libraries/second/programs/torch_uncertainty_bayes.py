import torch
from torch_uncertainty.layers import BatchLinear, BayesLinear
from torch_uncertainty.losses import ELBOLoss
from torch_uncertainty.metrics import BrierScore, CalibrationError

model = torch.nn.Sequential(BayesLinear(6, 16), torch.nn.ReLU(), BayesLinear(16, 3))
loss = ELBOLoss(model, torch.nn.CrossEntropyLoss(), kl_weight=1e-3, num_samples=2)
step = torch.compile(lambda x, y: loss(x, y))
step(torch.randn(4, 6), torch.tensor([0, 1, 2, 0])).backward()
brier = BrierScore(num_classes=3)
torch.compile(brier.update)(torch.softmax(torch.randn(4, 3), -1), torch.tensor([0, 1, 2, 0]))
