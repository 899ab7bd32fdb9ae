import torch
from torch import nn
from torchrecurrent import FastGRNNCell, JANETCell, LiGRUCell


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second, self.third = JANETCell(8, 8), FastGRNNCell(8, 8), LiGRUCell(8, 8)
        self.out = nn.Linear(8, 3)

    def forward(self, x):
        states = [None, None, None]
        steps = []
        for t in range(x.shape[0]):
            h, c = self.first(x[t], states[0])
            states[0] = (h, c)
            states[1] = self.second(h, states[1])
            states[2] = self.third(states[1], states[2])
            steps.append(self.out(states[2]))
        return torch.stack(steps)


model = torch.compile(Tagger())
out = model(torch.randn(5, 2, 8))
out.sum().backward()
print(out.shape)
