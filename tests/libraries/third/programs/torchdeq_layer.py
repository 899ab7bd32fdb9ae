import torch
from torch import nn
from torchdeq import get_deq
from torchdeq.norm import apply_norm, reset_norm


class DEQ(nn.Module):
    def __init__(self):
        super().__init__()
        self.inject, self.recur = nn.Linear(4, 8), nn.Linear(8, 8)
        self.deq = get_deq(f_solver="broyden", b_solver="broyden", f_max_iter=5, b_max_iter=5)
        apply_norm(self.recur)

    def forward(self, x):
        reset_norm(self.recur)
        injected = self.inject(x)
        z_out, info = self.deq(lambda z: torch.tanh(self.recur(z) + injected), torch.zeros(x.shape[0], 8))
        return z_out[-1]


torch.compile(DEQ())(torch.randn(3, 4)).sum().backward()
