import torch
from metnet.layers.ConvGRU import ConvGRU
from metnet.layers import DownSampler

image_encoder, rnn = DownSampler(6, 16), ConvGRU(16, 8, (3, 3), 2)


@torch.compile
def encode(frames):
    batch, steps = frames.shape[:2]
    features = image_encoder(frames.flatten(0, 1)).unflatten(0, (batch, steps))
    return rnn(features)


print(encode(torch.randn(1, 3, 6, 32, 32))[0].shape)
