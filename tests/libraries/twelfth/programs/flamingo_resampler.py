import torch
from flamingo_pytorch import PerceiverResampler

perceive = torch.compile(PerceiverResampler(dim=32, depth=2, dim_head=8, heads=2, num_latents=8, num_media_embeds=4))
medias = torch.randn(1, 2, 16, 32)
print(perceive(medias).shape)
