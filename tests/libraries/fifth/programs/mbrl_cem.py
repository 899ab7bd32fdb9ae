import torch
from mbrl.planning import CEMOptimizer

optimizer = CEMOptimizer(num_iterations=2, elite_ratio=0.2, population_size=30, lower_bound=[[-1.0, -1.0]] * 4, upper_bound=[[1.0, 1.0]] * 4, alpha=0.1, device=torch.device("cpu"), return_mean_elites=True)
optimize = torch.compile(optimizer.optimize)
print(optimize(lambda plans: -(plans - 0.3).square().sum((1, 2)), x0=torch.zeros(4, 2)))
