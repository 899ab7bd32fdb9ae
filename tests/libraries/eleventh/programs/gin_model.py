import gin
import torch
from torch import nn


@gin.configurable
class Net(nn.Module):
    def __init__(self, width=8, depth=1):
        super().__init__()
        self.layers = nn.ModuleList([nn.LazyLinear(width) for _ in range(depth)])
        self.head = nn.LazyLinear(1)

    def forward(self, x):
        for layer in self.layers:
            x = activation(layer(x))
        return self.head(x)


@gin.configurable
def activation(x, slope=0.1):
    return nn.functional.leaky_relu(x, slope)


gin.parse_config("""
Net.width = 16
Net.depth = 2
activation.slope = 0.2
""")
net = Net()
net(torch.randn(2, 4))
compiled = torch.compile(net)
loss = compiled(torch.randn(6, 4)).pow(2).mean()
loss.backward()
print(loss.item())
