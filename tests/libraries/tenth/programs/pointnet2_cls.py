import torch
from pointnet import PointNet2ClsSSG

model = torch.compile(PointNet2ClsSSG(in_dim=3, out_dim=5, downsample_points=(32, 8), ks=(8, 8)))
xyz = torch.rand(2, 3, 64)
print(model(xyz.clone(), xyz).shape)
