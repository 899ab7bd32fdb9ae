import torch
from torch_tps import ThinPlateSpline

spline = ThinPlateSpline(alpha=0.1)
fit = torch.compile(spline.fit)
fit(torch.rand(10, 2), torch.rand(10, 2))
torch.compile(spline.transform)(torch.rand(5, 2))
