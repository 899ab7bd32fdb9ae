import torch
from deformable_attention import DeformableAttention1D, DeformableAttention2D, DeformableAttention3D

line = torch.compile(DeformableAttention1D(dim=16, downsample_factor=4, offset_scale=2, offset_kernel_size=6, heads=2, dim_head=8))
plane = torch.compile(DeformableAttention2D(dim=16, dim_head=8, heads=2, downsample_factor=4, offset_scale=4, offset_kernel_size=6))
space = torch.compile(DeformableAttention3D(dim=16, dim_head=8, heads=2, downsample_factor=(2, 4, 4), offset_scale=(2, 4, 4), offset_kernel_size=(4, 6, 6)))
print(line(torch.randn(1, 16, 64)).shape)
out, grid = plane(torch.randn(1, 16, 16, 16), return_vgrid=True)
print(out.shape, grid.shape, space(torch.randn(1, 16, 4, 8, 8)).shape)
