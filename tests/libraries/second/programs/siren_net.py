import torch
from siren_pytorch import SirenNet, SirenWrapper

net = SirenNet(dim_in=2, dim_hidden=32, dim_out=3, num_layers=3, w0_initial=30.0)
wrapper = SirenWrapper(net, image_width=8, image_height=8)
compiled = torch.compile(wrapper)
compiled(torch.randn(1, 3, 8, 8)).backward()
