import torch
from mgiou import MGIoU2D, MGIoU3D

quads = torch.tensor([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
predicted = (quads + 0.1 * torch.randn(5, 4, 2)).requires_grad_()
target = quads.expand(5, 4, 2).contiguous()
loss = torch.compile(MGIoU2D(representation="corner", reduction="mean"))
loss(predicted, target).backward()

cube = torch.tensor([[x, y, z] for z in (0.0, 1.0) for x, y in ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))])
boxes = (cube + 0.1 * torch.randn(3, 8, 3)).requires_grad_()
loss3d = torch.compile(MGIoU3D())
loss3d(boxes, cube.expand(3, 8, 3)).backward()
