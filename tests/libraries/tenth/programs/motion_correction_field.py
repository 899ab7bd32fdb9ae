import torch
from torch_motion_correction import DeformationField, correct_motion_fast, estimate_global_motion

movie = torch.randn(4, 32, 32)


@torch.compile
def align(movie):
    return estimate_global_motion(movie, pixel_spacing=1.0)


field = align(movie)
correct = torch.compile(correct_motion_fast)
print(correct(movie, field, device=torch.device("cpu")).shape)
