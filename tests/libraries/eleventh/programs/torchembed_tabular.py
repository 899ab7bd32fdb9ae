import torch
from torch import nn
from torchembed import CyclicEmbedding, FrequencyEmbedding, LearnedFourierFeatures, MultiCategoricalEmbedding


class Tabular(nn.Module):
    def __init__(self):
        super().__init__()
        self.categories = MultiCategoricalEmbedding([5, 7, 3], embed_dims=[4, 4, 2])
        self.hour = CyclicEmbedding(period=24.0)
        self.time = FrequencyEmbedding(8)
        self.fourier = LearnedFourierFeatures(3, 8, 16)
        self.head = nn.LazyLinear(1)

    def forward(self, codes, hour, t, x):
        parts = [self.categories(codes), self.hour(hour), self.time(t), self.fourier(x)]
        return self.head(torch.cat([p.flatten(1) for p in parts], -1))


model = Tabular()
codes = torch.stack([torch.randint(0, n, (6,)) for n in (5, 7, 3)], 1)
args = codes, torch.rand(6) * 24, torch.rand(6), torch.randn(6, 3)
model(*args)
model = torch.compile(model)
loss = model(*args).pow(2).mean()
loss.backward()
print(loss.item())
