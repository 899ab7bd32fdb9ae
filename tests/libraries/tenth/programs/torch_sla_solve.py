import torch
from torch_sla import SparseTensor

dense = torch.tensor([[4.0, -1.0, 0.0], [-1.0, 4.0, -1.0], [0.0, -1.0, 4.0]], dtype=torch.float64)
rows, cols = torch.nonzero(dense, as_tuple=True)
values = dense[rows, cols].clone().requires_grad_()


@torch.compile
def solve(values, b):
    A = SparseTensor(values, rows, cols, (3, 3))
    return A.solve(b).sum()


loss = solve(values, torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64))
loss.backward()
print(loss.item(), values.grad)
