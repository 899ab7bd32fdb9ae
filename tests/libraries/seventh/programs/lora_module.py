import torch
from lora_pytorch import LoRA
from torch import nn

net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 5))
model = LoRA.from_module(net, rank=2)
compiled = torch.compile(model)
optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=1e-3)
x, y = torch.randn(4, 3, 16, 16), torch.randint(0, 5, (4,))
for _ in range(2):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(compiled(x), y)
    loss.backward()
    optimizer.step()
model.disable_lora()
print(loss, compiled(x).requires_grad)
