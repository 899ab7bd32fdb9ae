import torch
from torch import nn
from surgeon_pytorch import Extract


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer1 = nn.Linear(5, 8)
        self.layer2 = nn.Linear(8, 2)

    def forward(self, x):
        y = torch.relu(self.layer1(x))
        return self.layer2(y + 1)


extracted = torch.compile(Extract(Net(), node_out="relu"))
print(extracted(torch.randn(3, 5)).shape)
