import torch
from deepali.core import Grid
from deepali.losses import LCC
from deepali.spatial import FreeFormDeformation, ImageTransformer

grid = Grid(size=(32, 32))
transform = FreeFormDeformation(grid, stride=8)
warp = ImageTransformer(transform)
similarity = LCC()


@torch.compile
def loss(moving, fixed):
    return similarity(warp(moving), fixed)


loss(torch.rand(1, 1, 32, 32), torch.rand(1, 1, 32, 32)).backward()
