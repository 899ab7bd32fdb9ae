import torch
from torch import nn
from torch_fftconv import FFTConv1d, FFTConv2d, fft_conv1d

net = nn.Sequential(FFTConv2d(3, 8, 9, padding=4), nn.ReLU(), FFTConv2d(8, 4, 5, stride=2), nn.AdaptiveAvgPool2d(1), nn.Flatten())
net = torch.compile(net)
loss = net(torch.randn(2, 3, 20, 20)).pow(2).mean()
loss.backward()
signal = torch.compile(fft_conv1d)
print(loss.item(), signal(torch.randn(1, 2, 100), torch.randn(3, 2, 31), padding=15).shape, torch.compile(FFTConv1d(2, 2, 17))(torch.randn(1, 2, 64)).shape)
