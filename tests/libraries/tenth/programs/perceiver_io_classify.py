import torch
from torch import nn
from perceiver_io import PerceiverEncoder, PerceiverIO, ProjectionDecoder

encoder = PerceiverEncoder(num_latents=8, latent_dim=32, input_dim=12, num_self_attn_per_block=2, num_blocks=2, num_self_attn_heads=4)
decoder = ProjectionDecoder(latent_dim=32, num_classes=5)
model = torch.compile(PerceiverIO(encoder, decoder))
x = torch.randn(3, 20, 12)
logits = model(x)
nn.functional.cross_entropy(logits, torch.tensor([0, 1, 2])).backward()
print(logits.shape)
