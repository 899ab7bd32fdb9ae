import torch
from robustness.attack_steps import L2Step, LinfStep
from torch import nn

model = nn.Sequential(nn.Flatten(), nn.Linear(48, 3))
x, y = torch.rand(4, 3, 4, 4), torch.randint(0, 3, (4,))
steps = [LinfStep(x, eps=8 / 255, step_size=2 / 255), L2Step(x, eps=0.5, step_size=0.1)]


@torch.compile
def attack(x):
    for step in steps:
        x = step.random_perturb(x)
        x = x.clone().detach().requires_grad_(True)
        loss = nn.functional.cross_entropy(model(step.to_image(x)), y)
        (gradient,) = torch.autograd.grad(loss, [x])
        with torch.no_grad():
            x = step.project(step.step(x, gradient))
    return x


print((attack(x) - x).abs().max())
