import tntorch as tn
import torch

a, b = tn.rand([4, 4, 4], ranks_tt=2, requires_grad=True), tn.rand([4, 4, 4], ranks_tt=2)
loss = torch.compile(lambda: tn.relative_error(a, b) + tn.dot(a, b))
loss().backward()
product = torch.compile(lambda x, y: (x + y) * x)
product(a, b)
