import torch
from DCLS.construct.modules import Dcls2d

m = Dcls2d(8, 8, kernel_count=5, dilated_kernel_size=7, padding=3, groups=8, version="gauss")
compiled = torch.compile(m)
output = compiled(torch.randn(2, 8, 20, 20))
output.sum().backward()
print(output.shape, m.P.grad.shape)
