import torch
import torch_pruning as tp
from torch import nn

model = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.Conv2d(16, 8, 3), nn.Flatten(), nn.Linear(8 * 14 * 14, 4))
example = torch.randn(1, 3, 16, 16)
importance = tp.importance.GroupMagnitudeImportance(p=2)
pruner = tp.pruner.MagnitudePruner(model, example, importance=importance, pruning_ratio=0.5, ignored_layers=[model[-1]])
pruner.step()
torch.compile(model)(example)
score = torch.compile(importance)
for group in tp.DependencyGraph().build_dependency(model, example).get_all_groups(ignored_layers=[model[-1]]):
    score(group)
