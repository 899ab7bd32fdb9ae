import torch
from torchisotonic import isotonic


@torch.compile
def calibrate(scores, weight):
    return isotonic(scores, weight), isotonic(scores, increasing=False, y_min=0.0)


scores = torch.randn(3, 12, requires_grad=True)
up, down = calibrate(scores, torch.rand(3, 12) + 0.1)
(up.sum() + down.sum()).backward()
print(up.shape, scores.grad.shape)
