import torch
from pytorch_mr.core import MatrixExp3, MatrixLog3, VecToso3

angles = torch.randn(3, 3, requires_grad=True)


@torch.compile
def rotation(w):
    return MatrixExp3(VecToso3(w))


rotation(angles).sum().backward()
print(angles.grad.shape)
