import torch
from evotorch import Problem
from evotorch.algorithms import PGPE, SNES
from evotorch.decorators import vectorized


@vectorized
def sphere(x):
    return (x**2).sum(-1)


problem = Problem("min", sphere, solution_length=3, initial_bounds=(-1, 1))
searcher = SNES(problem, stdev_init=1.0, popsize=10)
step = torch.compile(searcher.step)
for _ in range(2):
    step()
