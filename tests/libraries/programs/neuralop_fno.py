import torch
from neuralop.losses import H1Loss, LpLoss
from neuralop.models import FNO

model = FNO(n_modes=(8, 8), hidden_channels=8, in_channels=1, out_channels=1, n_layers=2)
l2, h1 = LpLoss(d=2, p=2), H1Loss(d=2)
compiled = torch.compile(model)
x, y = torch.randn(2, 1, 16, 16), torch.randn(2, 1, 16, 16)
out = compiled(x)
(l2(out, y) + h1(out, y)).backward()
