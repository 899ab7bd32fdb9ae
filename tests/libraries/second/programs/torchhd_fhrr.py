import torch
import torchhd


@torch.compile
def record(keys, values):
    table = torchhd.hash_table(keys, values)
    return torchhd.cosine_similarity(torchhd.bind(table, torchhd.inverse(keys[0])), values)


keys, values = torchhd.random(4, 128, "FHRR"), torchhd.random(4, 128, "FHRR")
record(keys, values)
