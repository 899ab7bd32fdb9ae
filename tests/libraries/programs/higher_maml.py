import higher
import torch
from torch import nn
from torch.nn import functional as F

net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))
inner_opt = torch.optim.SGD(net.parameters(), lr=1e-1)


def meta_loss(x_spt, y_spt, x_qry, y_qry):
    with higher.innerloop_ctx(net, inner_opt, copy_initial_weights=False) as (fnet, diffopt):
        for _ in range(2):
            diffopt.step(F.mse_loss(fnet(x_spt), y_spt))
        return F.mse_loss(fnet(x_qry), y_qry)


compiled = torch.compile(meta_loss)
compiled(torch.randn(8, 4), torch.randn(8, 1), torch.randn(8, 4), torch.randn(8, 1))
