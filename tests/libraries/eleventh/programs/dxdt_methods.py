import torch
from torch_dxdt import FiniteDifference, SavitzkyGolay, Spectral, Whittaker, dxdt

t = torch.linspace(0, 2 * torch.pi, 60)
x = (t.sin() + 0.01 * torch.randn(3, 60)).requires_grad_()


@torch.compile
def loss(x):
    derivative = SavitzkyGolay(window_length=7, polyorder=3).d(x, t)
    return (derivative - t.cos()).square().mean()


value = loss(x)
value.backward()
difference = torch.compile(lambda x: dxdt(x, t, kind="finite_difference", k=1))
spectral = Spectral()
print(value.item(), difference(x.detach()).shape, torch.compile(spectral.d)(x.detach(), t).shape)
