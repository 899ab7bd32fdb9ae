import torch
from mechanic_pytorch import mechanize

model = torch.nn.Sequential(torch.nn.Linear(6, 12), torch.nn.Tanh(), torch.nn.Linear(12, 1))
optimizer = mechanize(torch.optim.SGD)(model.parameters(), lr=1.0)
x = torch.randn(32, 6)
y = x.sum(1, keepdim=True)


@torch.compile
def loss_fn(x, y):
    return ((model(x) - y) ** 2).mean()


for _ in range(3):
    optimizer.zero_grad()
    loss = loss_fn(x, y)
    loss.backward()
    optimizer.step()
print(loss.item())
