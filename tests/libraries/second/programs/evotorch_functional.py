import torch
from evotorch.algorithms.functional import cem, cem_ask, cem_tell

state = cem(center_init=torch.ones(4), parenthood_ratio=0.5, objective_sense="min", stdev_init=1.0)


@torch.compile
def generation(state):
    population = cem_ask(state, popsize=8)
    return cem_tell(state, population, (population**2).sum(-1))


for _ in range(2):
    state = generation(state)
