import torch
from uniformer_pytorch import Uniformer

model = Uniformer(num_classes=6, dims=(16, 32), depths=(1, 1), mhsa_types=("l", "g"), dim_head=16)
compiled = torch.compile(model)
video = torch.randn(1, 3, 4, 16, 16)
logits = compiled(video)
print(logits.shape)
