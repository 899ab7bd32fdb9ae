import torch
from minimagen.Unet import Unet

unet = Unet(dim=16, dim_mults=(1, 2), cond_dim=16, text_embed_dim=24, num_resnet_blocks=1, layer_attns=(False, True), layer_cross_attns=(False, True))
compiled = torch.compile(unet)
out = compiled(torch.randn(2, 3, 16, 16), torch.tensor([3, 5]), text_embeds=torch.randn(2, 6, 24), text_mask=torch.ones(2, 6).bool(), cond_drop_prob=0.1)
out.mean().backward()
print(out.shape)
