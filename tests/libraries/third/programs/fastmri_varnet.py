import torch
from fastmri.models import VarNet
from fastmri.losses import SSIMLoss

model = VarNet(num_cascades=1, sens_chans=2, sens_pools=2, chans=2, pools=2)
varnet = torch.compile(model)
kspace = torch.randn(1, 2, 32, 32, 2)
mask = torch.zeros(1, 1, 1, 32, 1, dtype=torch.bool)
mask[..., 12:20, :] = True
output = varnet(kspace * mask, mask)
loss = SSIMLoss()(output.unsqueeze(1), torch.rand(1, 1, 32, 32), data_range=torch.ones(1))
loss.backward()
