import torch
from torch import nn
from musical_mel_transform import MusicalMelTransform

features = MusicalMelTransform(sample_rate=16000, frame_size=256, interval=2.0)
net = nn.Sequential(features)
compiled = torch.compile(net)
out = compiled(torch.randn(3, 256))
print(out.shape if torch.is_tensor(out) else [o.shape for o in out])
