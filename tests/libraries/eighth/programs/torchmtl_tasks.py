import torch
from torch import nn
from torchmtl import MTLModel
from torchmtl.wrapping_layers import Concat, SimpleSelect

tasks = [
    {"name": "InputTask", "layers": nn.Sequential(nn.Linear(8, 16), nn.ReLU())},
    {"name": "Lin1", "layers": nn.Linear(16, 4), "anchor_layer": "InputTask"},
    {"name": "Lin2", "layers": nn.Linear(16, 6), "loss": nn.MSELoss(), "loss_weight": 1.0, "anchor_layer": "InputTask"},
    {"name": "FC", "layers": nn.Sequential(Concat(1), nn.Linear(10, 3)) if isinstance(Concat(1), nn.Module) else nn.Linear(4, 3),
     "loss": nn.CrossEntropyLoss(), "loss_weight": 0.5, "anchor_layer": ["Lin1", "Lin2"] if isinstance(Concat(1), nn.Module) else "Lin1"},
]
model = MTLModel(tasks, output_tasks=["FC", "Lin2"])
compiled = torch.compile(model)
y_hat, loss_functions, weights = compiled(torch.randn(5, 8))
loss = weights[0] * loss_functions[0](y_hat[0], torch.randint(0, 3, (5,))) + weights[1] * loss_functions[1](y_hat[1], torch.randn(5, 6))
loss.backward()
print(loss.item())
