import torch
from torch import nn
from concretedropout.pytorch import ConcreteLinearDropout


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear1, self.linear2 = nn.Linear(4, 16), nn.Linear(16, 1)
        self.drop1 = ConcreteLinearDropout(weight_regularizer=1e-4, dropout_regularizer=1e-3)
        self.drop2 = ConcreteLinearDropout(weight_regularizer=1e-4, dropout_regularizer=1e-3)

    def forward(self, x):
        x = torch.nn.functional.gelu(self.drop1(x, self.linear1))
        return self.drop2(x, self.linear2)


net = Net()
opt = torch.optim.Adam(net.parameters())


@torch.compile
def step(x, y):
    opt.zero_grad()
    loss = nn.functional.mse_loss(net(x), y) + net.drop1.regularization + net.drop2.regularization
    loss.backward()
    opt.step()
    return loss


print(step(torch.randn(8, 4), torch.randn(8, 1)).item())
