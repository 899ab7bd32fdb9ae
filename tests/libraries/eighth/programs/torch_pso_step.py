import torch
from torch_pso import ParticleSwarmOptimizer

net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))
optimizer = ParticleSwarmOptimizer(net.parameters(), inertial_weight=0.5, num_particles=5, max_param_value=1, min_param_value=-1)
criterion = torch.nn.MSELoss()
x, target = torch.randn(8, 3), torch.rand(8, 1)


@torch.compile
def closure():
    optimizer.zero_grad()
    return criterion(net(x), target)


for _ in range(2):
    optimizer.step(closure)
print(criterion(net(x), target).item())
