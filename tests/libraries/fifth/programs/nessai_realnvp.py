import torch
from nessai.flows.realnvp import RealNVP
from nessai.flows.nsf import NeuralSplineFlow

flow = RealNVP(4, 8, 2, 1, batch_norm_between_layers=True, linear_transform="lu")
optimizer = torch.optim.Adam(flow.parameters())
log_prob = torch.compile(flow.log_prob)
for _ in range(2):
    optimizer.zero_grad()
    loss = -log_prob(torch.randn(16, 4)).mean()
    loss.backward()
    optimizer.step()
flow.eval()
sample = torch.compile(flow.sample_and_log_prob)
with torch.no_grad():
    samples, _ = sample(5)
spline = torch.compile(NeuralSplineFlow(4, 8, 2, 1).eval())
print(spline(torch.rand(3, 4))[1])
