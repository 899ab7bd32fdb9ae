import torch
from diffusion.net import Transformer
from diffusion.noise import Gaussian
from diffusion.schedule import Linear

noise = Gaussian(parameter="x", variance="fixed")
noise.schedule(Linear(4, 0.9, 0.99).compute())
net = Transformer(input=12, labels=3, depth=1, width=32, heads=4)


@torch.compile
def loss_of(x, y, t):
    z, epsilon = noise.prior(x, t).sample()
    return (net(z, y, t)[0] - x).pow(2).mean()


x = torch.randn(2, 6, 12)
print(loss_of(x, torch.tensor([1, 2]), torch.tensor([1, 2])).item())
