import torch
from pytorch_icem import iCEM


def dynamics(state, action):
    return state + 0.1 * action


def trajectory_cost(states, actions):
    return (states ** 2).sum(-1).sum(-1) + 0.01 * (actions ** 2).sum(-1).sum(-1)


planner = iCEM(dynamics, trajectory_cost, nx=1, nu=1, sigma=torch.ones(1), num_samples=16, num_elites=4, horizon=5,
               warmup_iters=2, online_iters=2)
command = torch.compile(planner.command)
print(command(torch.tensor([1.0])))
