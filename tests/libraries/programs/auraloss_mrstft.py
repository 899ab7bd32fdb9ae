import auraloss
import torch
from torch import nn

model = nn.Conv1d(1, 1, 9, padding=4)
mrstft = auraloss.freq.MultiResolutionSTFTLoss(fft_sizes=[256, 128], hop_sizes=[64, 32], win_lengths=[256, 128])
esr = auraloss.time.ESRLoss()


@torch.compile
def loss_fn(noisy, clean):
    estimate = model(noisy)
    return mrstft(estimate, clean) + esr(estimate, clean)


loss_fn(torch.randn(2, 1, 1024), torch.randn(2, 1, 1024)).backward()
