import torch
import torchhd
from torchhd import embeddings


@torch.compile
def encode(image):
    hv = torchhd.bind(position.weight, value(image))
    return torchhd.hard_quantize(torchhd.multiset(hv))


position = embeddings.Random(64, 256)
value = embeddings.Level(32, 256)
codes = encode(torch.rand(4, 64))
print(torch.compile(torchhd.cosine_similarity)(codes, codes))
