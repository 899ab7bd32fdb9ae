import torch
from vformer.models import CrossViT, SwinTransformer, VanillaViT

torch.manual_seed(0)
swin = torch.compile(SwinTransformer(img_size=32, patch_size=4, in_channels=3, n_classes=4, embedding_dim=16, depths=[2, 2], num_heads=[2, 2], window_size=4))
vanilla = torch.compile(VanillaViT(img_size=32, patch_size=8, embedding_dim=32, head_dim=16, depth=1, num_heads=2, encoder_mlp_dim=32, n_classes=4))
x = torch.randn(2, 3, 32, 32)
out = swin(x)
out.mean().backward()
print(out.shape, vanilla(x).shape)
