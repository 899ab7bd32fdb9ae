import tensorkrowch as tk
import torch


@torch.compile
def embed(x):
    return tk.embeddings.unit(x, dim=2), tk.embeddings.add_ones(x)


print([t.shape for t in embed(torch.rand(4, 6))])
