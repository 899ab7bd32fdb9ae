import torch
from deeprob.flows.models import MAF, RealNVP1d

flow = RealNVP1d(6, n_flows=2, units=16, batch_norm=True)
optimizer = torch.optim.Adam(flow.parameters(), lr=1e-3)


@torch.compile
def step(x):
    optimizer.zero_grad()
    loss = flow.loss(flow(x))
    loss.backward()
    optimizer.step()
    flow.apply_constraints()
    return loss


for _ in range(2):
    print(step(torch.randn(32, 6)))
flow.eval()
print(torch.compile(flow.sample)(5).shape)
maf = torch.compile(MAF(4, n_flows=2, units=8))
print(maf(torch.randn(10, 4)).shape)
