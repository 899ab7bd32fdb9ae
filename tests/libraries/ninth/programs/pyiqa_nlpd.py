import torch
from pyiqa.archs.fsim_arch import FSIM
from pyiqa.archs.nlpd_arch import NLPD

fsim, nlpd = FSIM(), NLPD()


@torch.compile
def compare(x, y):
    return {"fsim": fsim(x, y), "nlpd": nlpd(x, y)}


x = torch.rand(1, 3, 96, 96)
print(compare(x, (x * 0.9 + 0.05).clamp(0, 1)))
