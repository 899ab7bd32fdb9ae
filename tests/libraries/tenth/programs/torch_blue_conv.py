import torch
from torch import nn
from torch_blue import vi


class Net(vi.VIModule):
    def __init__(self):
        super().__init__()
        self.conv = vi.VIConv2d(1, 4, 3)
        self.head = vi.VILinear(4 * 36, 3)

    def forward(self, x):
        return self.head(torch.relu(self.conv(x)).flatten(1))


net = Net()
net.return_log_probs = False
compiled = torch.compile(net)
print(compiled(torch.randn(2, 1, 8, 8), samples=3).shape)
