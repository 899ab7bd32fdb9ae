import linops as lo
import torch

A = torch.randn(6, 6)
A = A @ A.T + 6 * torch.eye(6)
operator = lo.aslinearoperator(A)


@torch.compile
def apply(v):
    regularised = operator + 0.1 * lo.IdentityOperator(6)
    return regularised @ v


print(apply(torch.randn(6)))
x = torch.compile(lambda b: lo.cg.CG(operator, maxiter=4)(b))(torch.randn(6))
