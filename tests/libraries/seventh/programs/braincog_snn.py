import torch
from braincog.base.node.node import LIFNode
from torch import nn


class SNN(nn.Module):
    def __init__(self, step=4):
        super().__init__()
        self.step = step
        self.fc1, self.node1 = nn.Linear(16, 32), LIFNode(threshold=0.5, tau=2.0)
        self.fc2, self.node2 = nn.Linear(32, 4), LIFNode(threshold=0.5, tau=2.0)

    def forward(self, x):
        for node in (self.node1, self.node2):
            node.n_reset()
        out = 0
        for _ in range(self.step):
            out = out + self.node2(self.fc2(self.node1(self.fc1(x))))
        return out / self.step


model = SNN()
compiled = torch.compile(model)
out = compiled(torch.rand(6, 16))
out.sum().backward()
print(out)
