import torch
from lora_pytorch import LoRA
from torch import nn

encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 2, 32, batch_first=True), 2)
model = LoRA.from_module(encoder, rank=3)
compiled = torch.compile(model)
out = compiled(torch.randn(2, 7, 16))
out.mean().backward()
merged = torch.compile(model.merge_lora(inplace=False))
print(out.shape, merged(torch.randn(2, 7, 16)).shape)
