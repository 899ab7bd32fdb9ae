import torch
from torcheeg.models import DGCNN

model = torch.compile(DGCNN(in_channels=5, num_electrodes=10, hid_channels=8, num_layers=2, num_classes=3))
print(model(torch.randn(4, 10, 5)).shape)
