import torch
from torchlie.functional import SE3, SO3

tangent = torch.randn(4, 3, requires_grad=True)


@torch.compile
def rotate(tangent, points):
    rotation = SO3.exp(tangent)
    return SO3.transform(rotation, points) if hasattr(SO3, "transform") else (rotation @ points.unsqueeze(-1)).squeeze(-1)


out = rotate(tangent, torch.randn(4, 3))
out.sum().backward()
poses = SE3.rand(4)
compose = torch.compile(SE3.compose)
print(out.shape, SE3.log(compose(poses, SE3.inv(poses))).abs().max())
