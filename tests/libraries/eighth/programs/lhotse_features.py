import torch
from lhotse.dataset.signal_transforms import SpecAugment, GlobalMVN  # noqa: F401
from lhotse.features.kaldi.layers import Wav2LogFilterBank, Wav2MFCC

fbank = Wav2LogFilterBank(sampling_rate=8000, num_filters=24)
mfcc = Wav2MFCC(sampling_rate=8000, num_filters=24, num_ceps=13)
features = torch.compile(lambda x: (fbank(x), mfcc(x)))
print([f.shape for f in features(torch.randn(2, 4000))])
