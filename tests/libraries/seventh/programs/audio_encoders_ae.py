import torch
from audio_encoders_pytorch import AutoEncoder1d, TanhBottleneck

autoencoder = AutoEncoder1d(in_channels=2, channels=8, multipliers=[1, 1, 2], factors=[2, 2], num_blocks=[1, 1], resnet_groups=4, bottleneck=TanhBottleneck())
compiled = torch.compile(autoencoder)
x = torch.randn(1, 2, 256)
decoded = compiled(x)
torch.nn.functional.mse_loss(decoded, x).backward()
encode = torch.compile(autoencoder.encode)
print(decoded.shape, encode(x).shape)
