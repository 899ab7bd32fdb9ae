import torch
from kraken.lib.vgsl import TorchVGSLModel

model = TorchVGSLModel(vgsl="[1,24,0,1 Cr3,3,8 Mp2,2 S1(1x0)1,3 Lbx16 Do O1c11]")
net = torch.compile(model.nn)
out = net(torch.rand(2, 1, 24, 60), torch.tensor([60, 48]))
print(out[0].shape, out[1])
