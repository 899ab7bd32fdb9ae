import torch
from pytorch_mppi import MPPI


def dynamics(state, action):
    th, thdot = state[:, 0:1], state[:, 1:2]
    u = torch.clamp(action, -2, 2)
    thdot = thdot + (15 * torch.sin(th) + 3.0 * u) * 0.05
    return torch.cat((th + thdot * 0.05, torch.clamp(thdot, -8, 8)), dim=1)


def running_cost(state, action):
    return state[:, 0] ** 2 + 0.1 * state[:, 1] ** 2


controller = MPPI(dynamics, running_cost, nx=2, noise_sigma=torch.tensor([[10.0]]), num_samples=32, horizon=8,
                  lambda_=1.0, u_min=torch.tensor([-2.0]), u_max=torch.tensor([2.0]))
command = torch.compile(controller.command)
state = torch.tensor([3.0, 0.5])
for _ in range(2):
    action = command(state)
    state = dynamics(state.view(1, -1), action.view(1, -1))[0]
