import torch
from torchmetrics.functional.audio import scale_invariant_signal_distortion_ratio, signal_noise_ratio


@torch.compile
def scores(estimate, reference):
    si_sdr = scale_invariant_signal_distortion_ratio(estimate, reference, zero_mean=True)
    return si_sdr.mean(), signal_noise_ratio(estimate, reference).mean()


print(scores(torch.randn(2, 800), torch.randn(2, 800)))
