import torch
from minimagen.Imagen import Imagen
from minimagen.Unet import Unet

unet = Unet(dim=16, dim_mults=(1, 2), cond_dim=16, text_embed_dim=24, layer_attns=(False, True), layer_cross_attns=(False, True))
imagen = Imagen(unets=(unet,), image_sizes=(16,), text_embed_dim=24, timesteps=5, cond_drop_prob=0.1)


@torch.compile
def loss_of(images, embeds, masks):
    return imagen(images, text_embeds=embeds, text_masks=masks, unet_number=1)


loss = loss_of(torch.rand(2, 3, 16, 16), torch.randn(2, 6, 24), torch.ones(2, 6).bool())
loss.backward()
print(loss.item())
