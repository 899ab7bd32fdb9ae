import torch
from zflows.flow import NSF, RealNVP

flow = NSF(a=[-3.0, -3.0], b=[3.0, 3.0], bins=4, transforms=2, hidden_features=(16,))


@torch.compile
def nll(x):
    y, ladj = flow.t().call_and_ladj(x)
    return (0.5 * y.square().sum(-1) - ladj).mean()


optimizer = torch.optim.Adam(flow.parameters(), 1e-3)
for _ in range(2):
    loss = nll(torch.randn(16, 2))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
realnvp = RealNVP(dimension=4, transforms=2, hidden_features=(8,))
print(loss.item(), torch.compile(lambda x: realnvp.t()(x))(torch.randn(3, 4)).shape)
