import torch
from piqa import HaarPSI, TV

tv, haar = TV(), HaarPSI()
score = torch.compile(lambda x, y: haar(x, y) - 0.1 * tv(x))
print(score(torch.rand(1, 3, 64, 64), torch.rand(1, 3, 64, 64)))
