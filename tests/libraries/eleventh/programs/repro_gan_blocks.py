import torch
from torch import nn
from modules import DBlock, GBlock, hinge_loss_dis, hinge_loss_gen


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(GBlock(8, 8, 3, padding=1, upsample=True), GBlock(8, 1, 3, padding=1, upsample=True))

    def forward(self, z):
        return torch.tanh(self.blocks(z))


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(DBlock(1, 8, 3, padding=1, downsample=True), DBlock(8, 8, 3, padding=1, downsample=True))
        self.end = nn.LazyLinear(1)

    def forward(self, x):
        return self.end(self.blocks(x).flatten(1))


G, D = Generator(), Discriminator()
D(G(torch.randn(2, 8, 8)))


@torch.compile
def step(z, real):
    fake = G(z)
    return hinge_loss_dis(D(fake.detach()), D(real)), hinge_loss_gen(D(fake))


z = torch.randn(2, 8, 8)
d_loss, g_loss = step(z, torch.randn_like(G(z)))
d_loss.backward()
print(d_loss.item(), g_loss.item())
