import torch
from qqn_torch import QQN

x = torch.tensor([1.5, -2.0], requires_grad=True)
optimizer = QQN([x], max_iter=5)


@torch.compile
def objective(x):
    return (x[0] - 3.0) ** 2 + (x[1] + 1.0) ** 2


def closure():
    optimizer.zero_grad()
    loss = objective(x)
    loss.backward()
    return loss


for _ in range(3):
    loss = optimizer.step(closure)
print(float(loss), x.detach().tolist())
