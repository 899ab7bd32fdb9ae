import torch
from pocomc import Flow

flow = Flow(n_dim=2, flow="maf3")
optimizer = torch.optim.Adam(flow.flow.parameters(), lr=1e-3)


@torch.compile
def step(x):
    optimizer.zero_grad()
    loss = -flow.log_prob(x).mean()
    loss.backward()
    optimizer.step()
    return loss


step(torch.randn(16, 2))
samples, logq = torch.compile(flow.sample)(4)
