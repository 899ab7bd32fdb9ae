import torch
from braindecode.models import EEGNet, ShallowFBCSPNet

model = torch.compile(EEGNet(n_chans=4, n_outputs=2, n_times=200))
model(torch.randn(2, 4, 200)).mean().backward()
