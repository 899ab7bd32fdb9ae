import torch
from batchtensor.nested import cat_along_batch, mean_along_seq, select_along_batch, slice_along_seq
from batchtensor.tensor import amax_along_seq, permute_along_batch
from torch import nn

encoder = nn.GRU(6, 8, batch_first=True)


@torch.compile
def encode(batch):
    window = slice_along_seq(batch, stop=4)
    features, _ = encoder(window["signal"])
    means = mean_along_seq(window)
    shuffled = permute_along_batch(features, torch.tensor([2, 0, 1]))
    return means, amax_along_seq(features), shuffled, select_along_batch(batch, 0)


batch = {"signal": torch.randn(3, 7, 6), "time": torch.arange(21.0).view(3, 7)}
means, top, shuffled, first = encode(batch)
both = torch.compile(lambda a, b: cat_along_batch([a, b]))(batch, batch)
print(means["time"], top.shape, shuffled.shape, first["signal"].shape, both["time"].shape)
