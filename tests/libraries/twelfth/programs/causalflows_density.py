import torch
import causalflows

flow = causalflows.flows.CausalNSF(3, 2, order=(0, 1, 2), hidden_features=[16] * 2)
optimizer = torch.optim.Adam(flow.parameters(), lr=1e-3)


@torch.compile
def step(x, c):
    loss = -flow(c).log_prob(x).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


print(step(torch.randn(8, 3), torch.randn(8, 2)).item())
