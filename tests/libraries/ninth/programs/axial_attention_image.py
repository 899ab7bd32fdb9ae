import torch
from axial_attention import AxialAttention, AxialImageTransformer, AxialPositionalEmbedding

torch.manual_seed(0)
attention = AxialAttention(dim=8, dim_index=1, heads=2, num_dimensions=2, sum_axial_out=True)
position = AxialPositionalEmbedding(dim=8, shape=(6, 5), emb_dim_index=1)
reversible = torch.compile(AxialImageTransformer(dim=8, depth=2, heads=2, reversible=True))


@torch.compile
def attend(image):
    return attention(position(image)) + image


image = torch.randn(2, 8, 6, 5, requires_grad=True)
out = reversible(attend(image))
out.mean().backward()
print(out.shape, image.grad.abs().sum())
