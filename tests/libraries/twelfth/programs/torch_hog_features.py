import torch
from torch_hog import HoG

hog = torch.compile(HoG(num_bins=9, cell_size=8, padding="reflect"))
print(hog(torch.randn(2, 3, 32, 32)).shape)
