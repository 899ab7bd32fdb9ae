import torch
from hydroDL.model.crit import NSELosstest, RmseLoss

rmse, nse = RmseLoss(), NSELosstest()


@torch.compile
def criterion(output, target):
    return rmse(output, target) + nse(output, target)


output = torch.randn(12, 4, 1, requires_grad=True)
criterion(output, torch.randn(12, 4, 1)).backward()
