import torch
from smplx.lbs import batch_rodrigues, lbs

V, J, B = 12, 3, 2
parents = torch.tensor([-1, 0, 1])
template, shapedirs, posedirs = torch.randn(1, V, 3).expand(B, -1, -1), torch.randn(V, 3, 4), torch.randn(9 * (J - 1), V * 3)
regressor, weights = torch.rand(J, V), torch.softmax(torch.randn(V, J), -1)
skin = torch.compile(lambda betas, pose: lbs(betas, pose, template, shapedirs, posedirs, regressor, parents, weights))
vertices, joints = skin(torch.randn(B, 4), torch.randn(B, J * 3, requires_grad=True))
vertices.sum().backward()
