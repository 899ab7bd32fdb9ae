import torch
import torch_contour
from torch_contour import area, curvature, hausdorff_distance, perimeter


@torch.compile
def energy(contours):
    return area(contours).sum() + 0.1 * perimeter(contours).sum() + 0.01 * curvature(contours).square().sum()


t = torch.linspace(0, 2 * torch.pi, 31)[:-1]
contours = (0.5 + 0.2 * torch.stack([t.cos(), t.sin()], -1)).repeat(2, 1, 1, 1).requires_grad_()
value = energy(contours)
value.backward()
print(value.item(), torch.compile(hausdorff_distance)(contours.detach(), contours.detach() + 0.1))
