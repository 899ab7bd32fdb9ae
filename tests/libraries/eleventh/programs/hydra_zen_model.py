import torch
from torch import nn
from hydra_zen import builds, instantiate



class Net(nn.Module):
    def __init__(self, encoder, activation, head):
        super().__init__()
        self.encoder, self.activation, self.head = encoder, activation, head

    def forward(self, x):
        return self.head(self.activation(self.encoder(x)))


LinearConf = builds(nn.Linear, populate_full_signature=True)
NetConf = builds(Net, encoder=LinearConf(in_features=4, out_features=8), activation=builds(nn.ReLU), head=LinearConf(in_features=8, out_features=2))
OptimConf = builds(torch.optim.SGD, lr=0.1, momentum=0.9, zen_partial=True)
net = instantiate(NetConf)
optimizer = instantiate(OptimConf)(net.parameters())


@torch.compile
def step(x, y):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(net(x), y)
    loss.backward()
    optimizer.step()
    return loss


print(step(torch.randn(6, 4), torch.arange(6) % 2).item(), step(torch.randn(6, 4), torch.arange(6) % 2).item())
