import torch
from timesformer_pytorch import TimeSformer

model = TimeSformer(dim=32, image_size=32, patch_size=16, num_frames=4, num_classes=5, depth=2, heads=2, dim_head=16, shift_tokens=True)
compiled = torch.compile(model)
video = torch.randn(2, 4, 3, 32, 32)
mask = torch.ones(2, 4).bool()
mask[1, 3] = False
print(compiled(video, mask=mask).shape)
