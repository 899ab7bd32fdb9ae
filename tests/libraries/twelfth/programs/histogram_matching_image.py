import torch
from pytorch_histogram_matching import Histogram_Matching

dst, ref = torch.randint(0, 256, (2, 3, 16, 16)) / 255.0, torch.randint(0, 256, (2, 3, 16, 16)) / 255.0
matching = torch.compile(Histogram_Matching(differentiable=True))
print(matching(dst, ref).shape)
