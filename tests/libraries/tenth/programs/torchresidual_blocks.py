import torch
from torch import nn
from torchresidual import Apply, LearnableAlpha, Record, ResidualSequential

block = ResidualSequential(Record(name="input", need_projection=True), nn.Linear(16, 8), nn.ReLU(), Record(name="mid"), nn.Linear(8, 16), Apply(record_name="input"),
                           nn.LayerNorm(16), Record(name="r"), nn.Linear(16, 16), Apply(record_name="r", operation="gated", alpha=LearnableAlpha(0.3)))
compiled = torch.compile(block)
out = compiled(torch.randn(4, 16))
out.sum().backward()
print(out.shape)
