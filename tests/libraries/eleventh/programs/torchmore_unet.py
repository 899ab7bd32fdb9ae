import torch
from torch import nn
from torchmore import combos, flex

model = combos.make_unet([8, 12, 16])
net = nn.Sequential(model, flex.Conv2d(2, 3, padding=1))
x = torch.rand(1, 1, 32, 32)
flex.shape_inference(net, x.shape)
net = torch.compile(net)
print(net(x).shape)
