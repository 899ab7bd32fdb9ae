import torch
import torchode as to
from torch import nn

field = nn.Linear(2, 2)
term = to.ODETerm(lambda t, y: torch.tanh(field(y)))
step_method = to.Dopri5(term=term)
controller = to.IntegralController(atol=1e-4, rtol=1e-3, term=term)
solver = to.AutoDiffAdjoint(step_method, controller)
problem = to.InitialValueProblem(y0=torch.randn(3, 2), t_eval=torch.linspace(0, 1, 4).expand(3, 4))
solve = torch.compile(lambda problem: solver.solve(problem).ys)
solve(problem)
