import torch
from torchlibrosa.augmentation import SpecAugmentation
from torchlibrosa.stft import LogmelFilterBank, Spectrogram

spectrogram = Spectrogram(n_fft=512, hop_length=160)
logmel = LogmelFilterBank(sr=16000, n_fft=512, n_mels=40)
augment = SpecAugmentation(time_drop_width=8, time_stripes_num=2, freq_drop_width=4, freq_stripes_num=2)
model = torch.compile(torch.nn.Sequential(spectrogram, logmel, augment).train())
model(torch.randn(2, 16000))
