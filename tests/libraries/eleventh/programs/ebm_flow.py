import torch
from ebm.nets import AffineCouplingFlow, ConvEnergy

flow = AffineCouplingFlow(2)
log_prob = torch.compile(flow.log_prob)
loss = -log_prob(torch.randn(16, 2)).mean()
loss.backward()
conv = torch.compile(ConvEnergy(in_channels=1))
print(loss.item(), conv(torch.randn(2, 1, 16, 16)).shape)
