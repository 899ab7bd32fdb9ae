import torch
from fastai.tabular.model import TabularModel
from fastai.vision.models.xresnet import xresnet18

model = torch.compile(TabularModel([(4, 3), (5, 3)], 3, 2, [16, 8]))
model(torch.randint(0, 4, (4, 2)), torch.randn(4, 3)).sum().backward()
resnet = torch.compile(xresnet18(n_out=4))
resnet(torch.randn(2, 3, 32, 32))
