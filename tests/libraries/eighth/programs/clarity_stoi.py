import torch
from clarity.enhancer.dsp.filter import AudiometricFIR
from clarity.predictor.torch_stoi import NegSTOILoss

torch.manual_seed(0)
criterion = NegSTOILoss(sample_rate=10000, use_vad=True, extended=True, do_resample=False)
fir = AudiometricFIR(sample_rate=10000, nfir=64)


@torch.compile
def enhancement_loss(noisy, clean):
    return criterion(fir(noisy)[..., : clean.shape[-1]], clean).mean()


clean = torch.randn(1, 1, 10000)
noisy = clean + 0.3 * torch.randn_like(clean)
loss = enhancement_loss(noisy, clean)
print(loss.item())
