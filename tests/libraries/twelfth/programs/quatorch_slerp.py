import torch
from quatorch import Quaternion


@torch.compile
def blend(a, b, t):
    qa, qb = Quaternion(a).normalize(), Quaternion(b).normalize()
    return qa.slerp(qb, t).to_rotation_matrix()


print(blend(torch.randn(4), torch.randn(4), 0.3))
