import torch
from a_transformers_pytorch.transformers import Autoregressive, Transformer

transformer = Transformer(features=32, max_length=24, num_layers=2, head_features=8, num_heads=4, multiplier=2, causal=True)
model = Autoregressive(transformer, num_tokens=40)
compiled = torch.compile(model)
loss = compiled(torch.randint(0, 40, (2, 16)))
loss.backward()
print(loss.item())
