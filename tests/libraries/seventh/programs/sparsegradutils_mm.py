import torch
from torchsparsegradutils import sparse_generic_solve, sparse_mm, sparse_triangular_solve
from torchsparsegradutils.utils import linear_cg

indices = torch.tensor([[0, 1, 1], [2, 0, 2]])
values = torch.tensor([3.0, 4.0, 5.0])
A = torch.sparse_coo_tensor(indices, values, (2, 3)).coalesce().requires_grad_()
B = torch.randn(3, 4, requires_grad=True)


@torch.compile
def energy(A, B):
    return sparse_mm(A, B).pow(2).sum()


energy(A, B).backward()
print(A.grad, B.grad.shape)

lower = (torch.rand(5, 5).tril(-1) + 2 * torch.eye(5)).to_sparse_csr()
solve = torch.compile(sparse_triangular_solve)
print(solve(lower, torch.randn(5, 2), upper=False))
spd = (torch.eye(5) * 4 + 0.1).to_sparse_csr()
solve_cg = torch.compile(lambda A, b: sparse_generic_solve(A, b, solve=linear_cg))
print(solve_cg(spd, torch.randn(5, 1)).shape)
