import torch
from torch_contour import ContourToDistanceMap, ContourToMask, ContourToSDF

t = torch.linspace(0, 2 * torch.pi, 41)[:-1]
contour = (0.5 + 0.3 * torch.stack([t.cos(), t.sin()], -1))[None, None].requires_grad_()
mask = torch.compile(ContourToMask(size=24))
loss = (mask(contour) - 1).pow(2).mean()
loss.backward()
distance, sdf = torch.compile(ContourToDistanceMap(size=24)), torch.compile(ContourToSDF(size=24))
print(loss.item(), distance(contour.detach()).shape, sdf(contour.detach()).shape)
