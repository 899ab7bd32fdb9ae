import torch
from caskade import Module, Param, forward


class Gaussian(Module):
    def __init__(self):
        super().__init__("gaussian")
        self.mean, self.sigma = Param("mean"), Param("sigma", 1.0)
        self.scale = Param("scale", lambda p: p.sigma.value * 2, )
        self.scale.link(self.sigma)

    @forward
    def __call__(self, x, mean, sigma, scale):
        return scale * torch.exp(-0.5 * ((x - mean) / sigma) ** 2)


model = Gaussian()
call = torch.compile(model)
print(call(torch.linspace(-1, 1, 9), torch.tensor([0.2])))
