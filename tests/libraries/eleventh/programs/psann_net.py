import torch
from psann.nn import PSANNNet

net = PSANNNet(4, 1, hidden_layers=2, hidden_units=16)
compiled = torch.compile(net)
optimizer = torch.optim.Adam(net.parameters(), 1e-3)
for _ in range(2):
    loss = (compiled(torch.randn(8, 4)) - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
