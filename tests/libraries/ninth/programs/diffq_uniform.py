import torch
from diffq import DiffQuantizer
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 4))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
quantizer = DiffQuantizer(model, group_size=4, min_size=0)
quantizer.setup_optimizer(optimizer, lr=1e-2)
compiled = torch.compile(model)


@torch.compile
def penalised(loss):
    return loss + 0.1 * quantizer.model_size()


x, y = torch.randn(8, 32), torch.randint(0, 4, (8,))
for _ in range(2):
    loss = penalised(nn.functional.cross_entropy(compiled(x), y))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
