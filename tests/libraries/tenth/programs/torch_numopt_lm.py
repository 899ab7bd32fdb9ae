import torch
from torch import nn
from torch_numopt import GaussNewtonLS, SupervisedLearningObjective

model = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 1))
optimizer = GaussNewtonLS(model.parameters(), lr_init=1.0, line_search_method="backtrack")
objective = SupervisedLearningObjective(model, nn.MSELoss(), optimizer)
x = torch.randn(20, 3)
y = x.sum(1, keepdim=True).sin()
objective.set_data(x, y)
step = torch.compile(optimizer.step)
for _ in range(2):
    step(objective)
print(nn.functional.mse_loss(model(x), y).item())
