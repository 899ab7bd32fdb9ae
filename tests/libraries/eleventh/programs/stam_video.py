import torch
from stam_pytorch import STAM

model = torch.compile(STAM(dim=32, image_size=16, patch_size=8, num_frames=3, space_depth=1, space_heads=2, space_mlp_dim=32, time_depth=1, time_heads=2,
                           time_mlp_dim=32, num_classes=5))
print(model(torch.randn(2, 3, 3, 16, 16)).shape)
