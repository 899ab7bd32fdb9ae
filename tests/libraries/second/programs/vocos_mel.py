import torch
from vocos.feature_extractors import MelSpectrogramFeatures
from vocos.loss import MelSpecReconstructionLoss

features = torch.compile(MelSpectrogramFeatures(sample_rate=16000, n_fft=256, hop_length=64, n_mels=20))
features(torch.randn(2, 4000))
loss = torch.compile(MelSpecReconstructionLoss(sample_rate=16000))
wave = torch.randn(2, 4000, requires_grad=True)
loss(wave, torch.randn(2, 4000)).backward()
