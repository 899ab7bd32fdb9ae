import torch
from torch import nn
from torch_blue.vi import KullbackLeiblerLoss, convert_to_vimodule
from torch_blue.vi.distributions import Categorical

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
convert_to_vimodule(model)
loss_fn = KullbackLeiblerLoss(Categorical(), dataset_size=100)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
compiled = torch.compile(model)
loss = loss_fn(compiled(torch.randn(10, 8), samples=4), torch.randint(0, 3, (10,)))
loss.backward()
optimizer.step()
print(loss.item())
