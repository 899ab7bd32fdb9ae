import torch
from topomodelx.nn.simplicial.scn2 import SCN2

model = SCN2(in_channels_0=4, in_channels_1=4, in_channels_2=4)
laplacians = [torch.eye(n).to_sparse() for n in (5, 7, 2)]
compiled = torch.compile(model)
features = [torch.randn(n, 4) for n in (5, 7, 2)]
outs = compiled(*features, *laplacians)
sum(out.sum() for out in outs).backward()
