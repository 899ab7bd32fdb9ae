import torch
from dagma.nonlinear import DagmaMLP

model = DagmaMLP(dims=[4, 6, 1], bias=True, dtype=torch.double)


@torch.compile
def objective(x):
    h = model.h_func(s=1.0)
    return (model(x) - x).square().mean() + 0.02 * model.fc1_l1_reg() + h


objective(torch.randn(10, 4, dtype=torch.double)).backward()
