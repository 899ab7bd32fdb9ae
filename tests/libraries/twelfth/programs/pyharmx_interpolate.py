import torch
from pyharmx import PolyHarmInterpolator

c, f = torch.rand(1, 20, 2), torch.rand(1, 20, 1)
interpolator = PolyHarmInterpolator(c, f, order=2)
evaluate = torch.compile(interpolator)
print(evaluate(torch.rand(1, 5, 2)).shape)
