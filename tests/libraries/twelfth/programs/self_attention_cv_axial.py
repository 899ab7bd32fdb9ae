import torch
from self_attention_cv import AxialAttentionBlock, ViT

axial = torch.compile(AxialAttentionBlock(in_channels=16, dim=8, heads=2))
print(axial(torch.rand(1, 16, 8, 8)).shape)
vit = torch.compile(ViT(img_dim=32, in_channels=3, patch_dim=8, num_classes=10, dim=32, blocks=2, heads=4, dim_linear_block=64))
print(vit(torch.rand(2, 3, 32, 32)).shape)
