import torch
from torch import nn
from torch_brain.nn import RotaryCrossAttention, RotarySelfAttention, RotaryTimeEmbedding


class Perceiver(nn.Module):
    def __init__(self, dim=32):
        super().__init__()
        self.time = RotaryTimeEmbedding(head_dim=16, rotate_dim=8, t_min=1e-3, t_max=4.0)
        self.cross = RotaryCrossAttention(dim=dim, context_dim=dim, heads=2, dim_head=16, rotate_value=True, use_xformers=False)
        self.layer = RotarySelfAttention(dim=dim, heads=2, dim_head=16, use_xformers=False)

    def forward(self, latents, latent_time, inputs, input_time, mask):
        q, k = self.time(latent_time), self.time(input_time)
        x = latents + self.cross(latents, inputs, q, k, mask)
        return x + self.layer(x, q)


model = torch.compile(Perceiver())
out = model(torch.randn(2, 4, 32), torch.rand(2, 4), torch.randn(2, 10, 32), torch.rand(2, 10), torch.ones(2, 10).bool())
out.sum().backward()
print(out.shape)
