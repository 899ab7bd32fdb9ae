import torch
from torchflows.bijections.finite.autoregressive.architectures import NICE, RealNVP
from torchflows.flows import Flow

flow = Flow(RealNVP(3))
optimizer = torch.optim.AdamW(flow.parameters(), lr=0.01)


@torch.compile
def step(x):
    optimizer.zero_grad()
    loss = -flow.log_prob(x).mean()
    loss.backward()
    optimizer.step()
    return loss.detach()


data = torch.randn(64, 3) * 2 + 1
for _ in range(3):
    loss = step(data)
sample = torch.compile(flow.sample)
print(loss, sample((10,)).shape)
