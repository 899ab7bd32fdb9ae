import cornucopia as cc
import torch

augment = cc.ElasticTransform(shape=3, dmax=0.1) + cc.GaussianNoiseTransform(0.1) + cc.GammaTransform(0.8)
compiled = torch.compile(lambda x: augment(x))
print(compiled(torch.rand(1, 16, 16)).shape)
