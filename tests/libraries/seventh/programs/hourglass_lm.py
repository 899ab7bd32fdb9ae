import torch
from hourglass_transformer_pytorch import HourglassTransformerLM

model = HourglassTransformerLM(
    num_tokens=64, dim=32, max_seq_len=64, shorten_factor=2, heads=2, dim_head=16, depth=(1, (1, 1, 1), 1)
)
model = torch.compile(model)
logits = model(torch.randint(0, 64, (1, 64)))
print(logits.shape)
