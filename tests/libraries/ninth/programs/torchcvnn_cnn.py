import torch
import torchcvnn.nn as c_nn
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(
    nn.Conv2d(1, 8, 3, padding=1, dtype=torch.complex64), c_nn.BatchNorm2d(8), c_nn.modReLU(), c_nn.AvgPool2d(2, 2),
    nn.Conv2d(8, 8, 3, padding=1, dtype=torch.complex64), c_nn.Cardioid(), c_nn.Dropout2d(0.1), nn.Flatten(), nn.Linear(8 * 16, 3, dtype=torch.complex64), c_nn.Mod(),
)
compiled = torch.compile(model)
x = torch.randn(4, 1, 8, 8, dtype=torch.complex64)
loss = nn.functional.cross_entropy(compiled(x), torch.tensor([0, 1, 2, 0]))
loss.backward()
print(loss.item())
