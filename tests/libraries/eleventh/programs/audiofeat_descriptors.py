import torch
import audiofeat


@torch.compile
def features(wave, envelope):
    return audiofeat.alpha_ratio(wave, 16000), audiofeat.amplitude_modulation_depth(envelope, 50)


wave = torch.sin(torch.arange(4096) * 0.2) + 0.1 * torch.randn(4096)
print(features(wave, wave.abs()))
