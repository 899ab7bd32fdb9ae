import loralib as lora
import torch
from torch import nn

model = nn.Sequential(nn.Embedding(32, 16), lora.MergedLinear(16, 48, r=4, enable_lora=[True, False, True]), nn.ReLU(), lora.Linear(48, 8, r=4, lora_alpha=8))
lora.mark_only_lora_as_trainable(model)
compiled = torch.compile(model)
compiled(torch.randint(0, 32, (2, 5))).sum().backward()
model.eval()
with torch.no_grad():
    compiled(torch.randint(0, 32, (2, 5)))
