import torch
from torch import nn
from torchwavelets import DWT2D, IDWT2D


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.dwt, self.idwt = DWT2D(J=2, wave="db2", mode="symmetric"), IDWT2D(wave="db2", mode="symmetric")
        self.threshold = nn.Parameter(torch.tensor(0.1))

    def forward(self, x):
        low, highs = self.dwt(x)
        return self.idwt((low, [torch.sign(h) * torch.relu(h.abs() - self.threshold) for h in highs]))


model = torch.compile(Denoiser())
out = model(torch.randn(1, 2, 32, 32))
out.mean().backward()
print(out.shape)
