import pymanopt
import torch

manifold = pymanopt.manifolds.Stiefel(6, 2)
matrix = torch.randn(6, 6, dtype=torch.float64)
matrix = matrix @ matrix.T


@torch.compile
def objective(point):
    return -torch.trace(point.T @ matrix @ point)


@pymanopt.function.pytorch(manifold)
def cost(point):
    return objective(point)


problem = pymanopt.Problem(manifold, cost)
optimizer = pymanopt.optimizers.SteepestDescent(verbosity=0, max_iterations=3)
print(optimizer.run(problem).cost)
