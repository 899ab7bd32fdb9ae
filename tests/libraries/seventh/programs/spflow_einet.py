import torch
from spflow.meta import Scope
from spflow.modules.leaves import Normal
from spflow.modules.products import Product
from spflow.modules.sums import Sum

leaves = Normal(scope=Scope([0, 1, 2]), out_channels=4)
model = Sum(inputs=Product(inputs=leaves), out_channels=1)
log_likelihood = torch.compile(model.log_likelihood)
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
data = torch.randn(64, 3) + torch.tensor([1.0, -1.0, 0.0])
for _ in range(2):
    optimizer.zero_grad()
    loss = -log_likelihood(data).mean()
    loss.backward()
    optimizer.step()
print(loss)
