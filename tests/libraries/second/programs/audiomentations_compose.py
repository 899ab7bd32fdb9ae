import torch
from torch_audiomentations import Compose, Gain, PolarityInversion, Shift

augment = Compose([Gain(min_gain_in_db=-15.0, max_gain_in_db=5.0, p=0.5), PolarityInversion(p=0.5), Shift(p=0.5)], output_type="tensor")
compiled = torch.compile(augment)
for _ in range(2):
    compiled(torch.rand(2, 2, 16000) - 0.5, sample_rate=16000)
