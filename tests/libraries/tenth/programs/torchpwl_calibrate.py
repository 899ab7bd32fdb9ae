import torch
import torchpwl

pwl = torchpwl.MonoPWL(num_channels=5, num_breakpoints=3)
points = torchpwl.PointPWL(num_channels=5, num_breakpoints=4)

optimizer = torch.optim.Adam([*pwl.parameters(), *points.parameters()], lr=1e-2)


@torch.compile
def loss_fn(x, y):
    return (pwl(x) + points(x) - y).pow(2).mean()


loss = loss_fn(torch.randn(11, 5), torch.randn(11, 5))
loss.backward()
optimizer.step()
print(loss.item())
