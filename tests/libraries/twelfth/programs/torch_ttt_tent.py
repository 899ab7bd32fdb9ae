import torch
from torch import nn
from torch_ttt.engine.tent_engine import TentEngine

model = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 5))
engine = TentEngine(model=model, optimization_parameters={"lr": 2e-3, "num_steps": 1})
engine.eval()
adapt = torch.compile(engine)
out = adapt(torch.randn(4, 3, 8, 8))
print(type(out))
