import torch
from torch import nn
from torchnaut.mdn import MDN, MDNMV

head = MDN(n_components=3)
net = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, head.network_output_dim))


@torch.compile
def loss_fn(x, y):
    return -head.log_likelihood(net(x), y).mean()


loss = loss_fn(torch.randn(16, 4), torch.randn(16))
loss.backward()
multi = MDNMV(2, 2)
nll = torch.compile(multi.log_likelihood)(torch.randn(8, multi.network_output_dim), torch.randn(8, 2))
print(loss.item(), nll.shape)
