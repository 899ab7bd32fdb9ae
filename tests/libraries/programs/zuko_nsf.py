import torch
import zuko

flow = zuko.flows.NSF(3, 2, transforms=2, hidden_features=(16, 16))
optimizer = torch.optim.Adam(flow.parameters(), lr=1e-3)


@torch.compile
def nll(x, c):
    return -flow(c).log_prob(x).mean()


for _ in range(2):
    loss = nll(torch.randn(16, 3), torch.randn(16, 2))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
