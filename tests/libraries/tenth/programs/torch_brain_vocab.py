import torch
from torch import nn
from torch_brain.nn import InfiniteVocabEmbedding, SinusoidalTimeEmbedding

units = InfiniteVocabEmbedding(16, init_scale=0.02)
units.initialize_vocab(["a", "b", "c"])
time = SinusoidalTimeEmbedding(16, t_min=1e-3, t_max=1.0)


@torch.compile
def embed(ids, stamps):
    return units(ids) + time(stamps)


tokens = torch.tensor(units.tokenizer(["a", "c", "b"]))
print(embed(tokens, torch.rand(3)).shape)
