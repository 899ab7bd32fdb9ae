import torch
from audiotools import AudioSignal, metrics

x = AudioSignal(torch.randn(1, 1, 8000), 16000)
y = AudioSignal(torch.randn(1, 1, 8000, requires_grad=True), 16000)
stft_loss = metrics.spectral.MultiScaleSTFTLoss(window_lengths=[512, 128])
waveform_loss = metrics.distance.L1Loss()


@torch.compile
def loss_fn(estimate, reference):
    return stft_loss(estimate, reference) + waveform_loss(estimate, reference)


loss = loss_fn(y, x)
loss.backward()
sisdr = torch.compile(metrics.distance.SISDRLoss())
print(loss, sisdr(x, AudioSignal(torch.randn(1, 1, 8000), 16000)))
