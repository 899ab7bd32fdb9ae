import torch
import torch_optimizer as optim
from torch import nn

model = nn.Linear(8, 2)
optimizer = optim.DiffGrad(model.parameters(), lr=0.001)
nn.functional.cross_entropy(model(torch.randn(4, 8)), torch.randint(0, 2, (4,))).backward()
step = torch.compile(optimizer.step)
step()
step()
