import torch
from braindecode.models import ShallowFBCSPNet

model = torch.compile(ShallowFBCSPNet(n_chans=4, n_outputs=2, n_times=200, final_conv_length="auto"))
model(torch.randn(2, 4, 200)).mean().backward()
