import torch
import torchtt as tntt

layer = torch.compile(tntt.nn.LinearLayerTT([4, 4], [3, 3], [1, 2, 1]))
layer(torch.randn(5, 4, 4)).sum().backward()
