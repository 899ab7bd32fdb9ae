import torch
from fft_conv_pytorch import FFTConv2d, fft_conv
from torch import nn

model = nn.Sequential(
    FFTConv2d(3, 8, kernel_size=9, padding="same"),
    nn.ReLU(),
    FFTConv2d(8, 8, kernel_size=7, padding=3, stride=2, groups=2),
)
compiled = torch.compile(model)
print(compiled(torch.randn(2, 3, 32, 32)).shape)


@torch.compile
def smooth(signal, kernel):
    return fft_conv(signal, kernel, bias=None, padding=kernel.shape[-1] // 2, padding_mode="reflect")


print(smooth(torch.randn(2, 1, 128), torch.ones(1, 1, 33) / 33).shape)
