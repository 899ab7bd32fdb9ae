import torch
from torch import nn
from torchbelief import EvidentialHead, Frame, PrototypeHead, ambiguity_measure, belief

frame = Frame(3)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features, self.head = nn.Sequential(nn.Linear(5, 16), nn.ReLU()), PrototypeHead(16, frame, n_prototypes=4)

    def forward(self, x):
        mass = self.head(self.features(x))
        return belief(mass, frame), ambiguity_measure(mass, frame)


net = torch.compile(Net())
bel, ambiguity = net(torch.randn(6, 5))
(bel.mean() + ambiguity.mean()).backward()
print(bel.shape, ambiguity.shape, torch.compile(EvidentialHead(5, frame))(torch.randn(2, 5)).shape)
