import torch
from quatorch import Quaternion

q = Quaternion(torch.tensor([0.9239, 0.3827, 0.0, 0.0])).normalize()


@torch.compile
def rotate(q, v):
    return q.rotate_vector(v), q.to_rotation_matrix()


v, R = rotate(q, torch.randn(10, 3))
print(v.shape, R)
