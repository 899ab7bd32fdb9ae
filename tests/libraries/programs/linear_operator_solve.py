import torch
from linear_operator.operators import DenseLinearOperator, DiagLinearOperator, ToeplitzLinearOperator


@torch.compile
def log_likelihood(root, noise, y):
    covar = DenseLinearOperator(root @ root.mT) + DiagLinearOperator(noise)
    inv_quad, logdet = covar.inv_quad_logdet(inv_quad_rhs=y, logdet=True)
    return -0.5 * (inv_quad + logdet)


root = torch.randn(8, 8, requires_grad=True)
log_likelihood(root, torch.ones(8), torch.randn(8, 1)).backward()
print(torch.compile(lambda c, v: ToeplitzLinearOperator(c) @ v)(torch.rand(6), torch.randn(6, 2)).shape)
