import torch
from torch import nn
from karbonn.modules import AsinhCosSinNumericalEncoder, BinaryFocalLoss, Clamp, CosSinNumericalEncoder

encoder = CosSinNumericalEncoder(frequency=torch.tensor([1.0, 2.0, 4.0]), phase_shift=torch.zeros(3))
net = torch.compile(nn.Sequential(encoder, Clamp(-0.9, 0.9)))
criterion = torch.compile(BinaryFocalLoss(nn.BCEWithLogitsLoss(reduction="none")))
print(net(torch.randn(5, 1)).shape, criterion(torch.randn(4, 2), torch.ones(4, 2)).item())
