import torch
import voxelmorph as vxm
from voxelmorph.nn.models import VxmPairwise

model = VxmPairwise(ndim=2, source_channels=1, target_channels=1, nb_features=[4, 4, 4], integration_steps=3)


@torch.compile
def step(moving, fixed):
    displacement, warped = model(moving, fixed, return_warped_source=True)
    return (warped - fixed).square().mean() + 0.01 * displacement.square().mean()


step(torch.rand(1, 1, 16, 16), torch.rand(1, 1, 16, 16)).backward()
