import torch
from fastai.layers import ConvLayer, MergeLayer, SequentialEx, SimpleSelfAttention
from fastai.losses import LabelSmoothingCrossEntropy
from torch import nn

body = SequentialEx(ConvLayer(8, 8), ConvLayer(8, 8, act_cls=None), MergeLayer())
model = nn.Sequential(ConvLayer(3, 8, stride=2), body, SimpleSelfAttention(8), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4))
criterion = LabelSmoothingCrossEntropy()
step = torch.compile(lambda x, y: criterion(model(x), y))
step(torch.randn(2, 3, 16, 16), torch.tensor([0, 3])).backward()
