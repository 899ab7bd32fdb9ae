import torch
from torch import nn
from torch_l1_snr import MultiL1SNRDBLoss

net = nn.Sequential(nn.Conv1d(1, 8, 9, padding=4), nn.ReLU(), nn.Conv1d(8, 2, 9, padding=4))
loss_fn = MultiL1SNRDBLoss(name="multi", n_ffts=[256, 512], hop_lengths=[64, 128], win_lengths=[256, 512], use_spec_regularization=True)


@torch.compile
def step(mix, target):
    return loss_fn(net(mix), target)


loss = step(torch.randn(2, 1, 4096), torch.randn(2, 2, 4096))
loss.backward()
print(loss.item())
