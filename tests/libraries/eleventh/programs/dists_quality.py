import torch
from torch import nn
import torchvision.models
from DISTS_pytorch import DISTS

plain = torchvision.models.vgg16
torchvision.models.vgg16 = lambda *args, **kwargs: plain(weights=None)
dists = DISTS(load_weights=False).eval()
metric = torch.compile(dists)
x, y = torch.rand(1, 3, 64, 64), torch.rand(1, 3, 64, 64, requires_grad=True)
loss = metric(x, y, require_grad=True, batch_average=True)
loss.backward()
print(loss.item())
