import torch
from gradnorm_pytorch import GradNormLossWeighter, MockNetworkWithMultipleLosses
from torch.optim import Adam

network = MockNetworkWithMultipleLosses(dim=32, num_losses=4)
optim = Adam(network.parameters(), lr=3e-4)
weighter = GradNormLossWeighter(num_losses=4, learning_rate=1e-4, restoring_force_alpha=0.0, grad_norm_parameters=network.backbone[-1].weight)


@torch.compile
def train_step(batch):
    losses = network(batch)
    weighter.backward(losses)
    optim.step()
    optim.zero_grad()
    return sum(losses)


for _ in range(3):
    total = train_step(torch.randn(2, 32))
print(total)
