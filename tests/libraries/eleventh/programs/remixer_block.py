import torch
from torch import nn
from remixer_pytorch import RemixerBlock

net = nn.Sequential(nn.Embedding(50, 32), RemixerBlock(32, 24, causal=True), RemixerBlock(32, 24), nn.Linear(32, 50))
net = torch.compile(net)
tokens = torch.randint(0, 50, (2, 24))
loss = nn.functional.cross_entropy(net(tokens[:, :]).transpose(1, 2), tokens)
loss.backward()
print(loss.item())
