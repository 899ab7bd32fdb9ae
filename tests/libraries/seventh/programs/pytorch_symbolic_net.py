import torch
from pytorch_symbolic import Input, SymbolicModel, useful_layers
from torch import nn

inputs = Input(shape=(1, 16, 16))
x = nn.Conv2d(1, 8, 3, padding=1)(inputs)(nn.ReLU())
shortcut = x
x = nn.Conv2d(8, 8, 3, padding=1)(x)(nn.BatchNorm2d(8))
x = useful_layers.AddOpLayer()(x, shortcut)(nn.ReLU()) if hasattr(useful_layers, "AddOpLayer") else (x + shortcut)(nn.ReLU())
x = nn.Flatten()(x)
outputs = nn.Linear(x.shape[1], 10)(x)(nn.Softmax(1))
model = SymbolicModel(inputs=inputs, outputs=outputs)

compiled = torch.compile(model)
print(compiled(torch.rand(3, 1, 16, 16)).sum(dim=1))
