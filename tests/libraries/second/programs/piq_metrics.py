import piq
import torch

gmsd = torch.compile(piq.gmsd)
fsim = torch.compile(piq.fsim)
tv = torch.compile(piq.total_variation)
x, y = torch.rand(2, 3, 64, 64), torch.rand(2, 3, 64, 64)
print(gmsd(x, y, data_range=1.0), fsim(x, y, data_range=1.0), tv(x))
