import torch
from geometric_vector_perceptron import GVP, GVPDropout, GVPLayerNorm

gvp = GVP(dim_vectors_in=8, dim_feats_in=16, dim_vectors_out=4, dim_feats_out=8)
dropout, norm = GVPDropout(0.2), GVPLayerNorm(8)


@torch.compile
def block(feats, vectors):
    feats, vectors = gvp((feats, vectors))
    return norm(*dropout(feats, vectors))


feats, vectors = block(torch.randn(2, 16), torch.randn(2, 8, 3))
print(feats.shape, vectors.shape)
