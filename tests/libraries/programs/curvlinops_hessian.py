import torch
from curvlinops import HessianLinearOperator
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
data = [(torch.randn(6, 4), torch.randint(0, 3, (6,)))]
params = [p for p in model.parameters() if p.requires_grad]
hessian = HessianLinearOperator(model, nn.CrossEntropyLoss(), params, data)


@torch.compile
def rayleigh(v):
    return v @ (hessian @ v) / (v @ v)


print(rayleigh(torch.rand(sum(p.numel() for p in params))))
