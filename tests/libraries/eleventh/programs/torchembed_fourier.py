import torch
from torch import nn
from torchembed import EntityEmbedding, GaussianFourierProjection, RandomFourierFeatures, TimestampEmbedding

score = nn.Sequential(GaussianFourierProjection(16), nn.Linear(16, 16), nn.SiLU(), nn.Linear(16, 1))
compiled = torch.compile(score)
loss = compiled(torch.rand(8)).pow(2).mean()
loss.backward()
entity = torch.compile(nn.Sequential(EntityEmbedding(20, dropout=0.1), nn.LayerNorm(EntityEmbedding(20).embed_dim)))
print(loss.item(), entity(torch.randint(0, 20, (5,))).shape, torch.compile(RandomFourierFeatures(3, 8))(torch.randn(2, 3)).shape)
