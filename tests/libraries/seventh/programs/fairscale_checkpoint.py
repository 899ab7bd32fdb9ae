import torch
from fairscale.nn import FlattenParamsWrapper, checkpoint_wrapper
from torch import nn


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm, self.up, self.down = nn.LayerNorm(dim), nn.Linear(dim, 2 * dim), nn.Linear(2 * dim, dim)

    def forward(self, x):
        return x + self.down(torch.relu(self.up(self.norm(x))))


model = nn.Sequential(*(checkpoint_wrapper(Block(8)) for _ in range(2)), nn.Linear(8, 2))
compiled = torch.compile(model)
compiled(torch.randn(3, 8, requires_grad=True)).sum().backward()
flat = torch.compile(FlattenParamsWrapper(Block(8)))
print(flat(torch.randn(3, 8)).shape)
