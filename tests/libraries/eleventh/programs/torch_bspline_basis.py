import torch
from torch_bspline import BSpline, BSplineFunctions, TensorBasis

basis = BSpline(lims=(0.0, 1.0), n_segments=6, degree=3)
compiled = torch.compile(basis)
x = torch.linspace(0.01, 0.99, 25)
values = compiled(x)
print(values.shape)
