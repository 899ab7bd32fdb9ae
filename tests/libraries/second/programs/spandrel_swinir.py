import torch
from spandrel.architectures.SwinIR import SwinIR

model = SwinIR(img_size=16, window_size=4, embed_dim=12, depths=[2], num_heads=[2], mlp_ratio=2, upscale=2, upsampler="pixelshuffledirect")
compiled = torch.compile(model)
compiled(torch.rand(1, 3, 18, 16)).mean().backward()
