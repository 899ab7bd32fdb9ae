import torch
from ncopt.functions import ObjectiveOrConstraint
from ncopt.functions.max_linear import MaxOfLinear
from ncopt.functions.norm_residual import NormResidual
from ncopt.functions.rosenbrock import NonsmoothRosenbrock

objective = ObjectiveOrConstraint(NonsmoothRosenbrock(a=8.0), dim=2)
constraint = ObjectiveOrConstraint(MaxOfLinear(params=(torch.diag(torch.tensor([2.0, 2.0])), -torch.ones(2))), dim_out=1)
compiled = torch.compile(objective)
x = torch.randn(5, 2, requires_grad=True)
compiled(x).sum().backward()
print(x.grad.shape, torch.compile(constraint)(x).shape)
