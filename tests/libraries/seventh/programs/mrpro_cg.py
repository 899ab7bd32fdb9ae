import torch
from mrpro.algorithms.optimizers import adam, cg, pdhg
from mrpro.operators import EinsumOp, IdentityOp
from mrpro.operators.functionals import MSE

matrix = torch.randn(6, 6)
operator = EinsumOp(matrix @ matrix.T + torch.eye(6), "... i j, ... j -> ... i")
rhs = torch.randn(6)
solve = torch.compile(lambda b: cg(operator, b, initial_value=torch.zeros(6), max_iterations=8, tolerance=1e-6))
(solution,) = solve(rhs)
print((operator(solution)[0] - rhs).norm())
fit = torch.compile(lambda start: adam(MSE(rhs) @ operator, [start], max_iterations=5, learning_rate=0.1))
print(fit(torch.zeros(6))[0])
