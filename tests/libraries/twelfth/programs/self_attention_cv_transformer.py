import torch
from self_attention_cv import TransformerEncoder

model = torch.compile(TransformerEncoder(dim=32, blocks=2, heads=4))
x = torch.rand(2, 10, 32)
mask = torch.zeros(10, 10)
mask[5:8, 5:8] = 1
print(model(x, mask.bool()).shape)
