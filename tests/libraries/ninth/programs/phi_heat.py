from phi.torch.flow import *

import torch as pt


@pt.compile
def simulate(values):
    state = math.tensor(values, spatial("x,y"))
    for _ in range(2):
        state = state + 0.1 * math.laplace(state, padding=extrapolation.PERIODIC)
    return state.native("x,y")


print(simulate(pt.rand(8, 8)).std())
