import torch
from lgatr.interface import embed_vector, extract_vector, embed_scalar


@torch.compile
def roundtrip(p4, m):
    mv = embed_vector(p4) + embed_scalar(m)
    return extract_vector(mv)


print(roundtrip(torch.randn(6, 4), torch.rand(6, 1)).shape)
