import torch
from hear21passt.models.passt import PaSST
from hear21passt.models.preprocess import AugmentMelSTFT

mel = AugmentMelSTFT(n_mels=36, sr=16000, win_length=400, hopsize=160, n_fft=512, freqm=8, timem=8)
net = PaSST(img_size=(36, 98), patch_size=16, stride=10, in_chans=1, num_classes=5, embed_dim=32, depth=2, num_heads=2, distilled=True, s_patchout_t=2, s_patchout_f=1)
spectrogram, classify = torch.compile(mel), torch.compile(net)
audio = torch.randn(2, 16000)
features = spectrogram(audio)
logits, embedding = classify(features[:, None, :, :98])
logits.sum().backward()
print(features.shape, logits.shape, embedding.shape)
