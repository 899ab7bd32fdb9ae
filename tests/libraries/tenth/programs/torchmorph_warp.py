import torch
import torchmorph as tm

volume = tm.samplable_volume(torch.randn(1, 1, 8, 8, 8), coordinate_system=tm.CoordinateSystem.voxel((8, 8, 8)))
affine = tm.affine(torch.tensor([[[1.0, 0.1, 0, 0], [0, 1, 0, 0.5], [0, 0, 1, 0], [0, 0, 0, 1]]]))


@torch.compile
def warp(volume):
    return (volume @ affine).sample_to(volume).generate_values()


print(warp(volume).shape)
