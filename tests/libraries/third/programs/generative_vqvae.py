import torch
from generative.networks.nets import VQVAE
from torch import nn

model = VQVAE(spatial_dims=2, in_channels=1, out_channels=1, num_channels=(8, 8), num_res_channels=8, num_res_layers=1,
              downsample_parameters=((2, 4, 1, 1), (2, 4, 1, 1)), upsample_parameters=((2, 4, 1, 1, 0), (2, 4, 1, 1, 0)),
              num_embeddings=16, embedding_dim=4)


@torch.compile
def loss_fn(images):
    reconstruction, quantization_loss = model(images)
    return nn.functional.l1_loss(reconstruction, images) + quantization_loss


loss_fn(torch.rand(2, 1, 16, 16)).backward()
