import torch
import pytorch_mr as pmr
from pytorch_mr.core import FKinSpace, JacobianSpace, MatrixExp3, VecToso3

M = torch.eye(4)
M[0, 3] = 2.0
Slist = torch.tensor([[0.0, 0, 1, 0, 0, 0], [0, 0, 1, 0, -1, 0]]).T


@torch.compile
def forward_kinematics(theta):
    return FKinSpace(M, Slist, theta), JacobianSpace(Slist, theta)


T, J = forward_kinematics(torch.tensor([0.3, -0.2]))
print(T.shape, J.shape)
