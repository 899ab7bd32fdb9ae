import torch
from esbn_pytorch import ESBN

model = torch.compile(ESBN(value_dim=16, key_dim=16, hidden_dim=32, output_dim=4))
images = torch.randn(3, 2, 3, 32, 32)
print(model(images).shape)
