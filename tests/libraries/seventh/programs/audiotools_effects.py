import torch
from audiotools import AudioSignal
from audiotools.data import transforms as tfm

signal = AudioSignal(torch.randn(2, 1, 4000) * 0.1, 8000)


@torch.compile
def augment(samples):
    batch = AudioSignal(samples, 8000)
    batch = batch.low_pass(torch.tensor([1000.0, 2000.0])).volume_change(torch.tensor([-3.0, -6.0]))
    return batch.clip_distortion(torch.tensor(0.05)).audio_data


print(augment(signal.audio_data).shape)
transform = tfm.Compose(tfm.Quantization(("choice", [8, 16])), tfm.Silence(prob=0.5))
kwargs = transform.batch_instantiate([0, 1], signal)
apply = torch.compile(lambda s: transform(s.clone(), **kwargs).audio_data)
print(apply(signal).shape)
