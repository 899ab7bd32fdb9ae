import torch
from torch_staintools.normalizer.factory import NormalizerBuilder

target = torch.rand(1, 3, 32, 32)
batch = torch.rand(2, 3, 32, 32)
normalizer = NormalizerBuilder.build("reinhard")
normalizer.fit(target)
compiled = torch.compile(normalizer)
with torch.no_grad():
    print(compiled(batch).shape)
