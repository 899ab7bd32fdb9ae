import torch
from torchsparsegradutils import gather_mm, segment_mm

a = torch.randn(10, 4, requires_grad=True)
b = torch.randn(3, 4, 5, requires_grad=True)
compiled = torch.compile(segment_mm)
compiled(a, b, torch.tensor([4, 0, 6])).sum().backward()
gather = torch.compile(gather_mm)
print(gather(a, b, torch.randint(0, 3, (10,))).shape, b.grad.norm())
