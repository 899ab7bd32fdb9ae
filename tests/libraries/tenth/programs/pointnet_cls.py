import torch
from pointnet import STN, PointNetCls, PointNetSeg

cls = torch.compile(PointNetCls(in_dim=3, out_dim=5, stn_3d=STN(in_dim=3), with_head=True))
seg = torch.compile(PointNetSeg(in_dim=3, out_dim=4, stn_3d=STN(in_dim=3)))
points = torch.randn(2, 3, 64)
loss = torch.nn.functional.cross_entropy(cls(points), torch.tensor([0, 3]))
loss.backward()
print(loss.item(), seg(points).shape)
