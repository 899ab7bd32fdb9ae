import torch
from FDEint import FDEint


class Dynamics(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.rate = torch.nn.Parameter(torch.tensor(0.5))

    def forward(self, t, y):
        return -self.rate * y


model = Dynamics()
alpha = torch.tensor(0.7, requires_grad=True)


@torch.compile
def objective(t, y0):
    return FDEint(model, t, y0, alpha).square().mean()


loss = objective(torch.linspace(0.0, 1.0, 11), torch.tensor([1.0]))
loss.backward()
print(model.rate.grad, alpha.grad)
