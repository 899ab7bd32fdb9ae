import torch
from guided_filter_pytorch.guided_filter import ConvGuidedFilter, FastGuidedFilter, GuidedFilter
from torch import nn


class DeepGuidedFilter(nn.Module):
    def __init__(self, radius=1, eps=1e-8):
        super().__init__()
        self.lr = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.LeakyReLU(0.2), nn.Conv2d(8, 3, 1))
        self.gf = FastGuidedFilter(radius, eps)

    def forward(self, x_lr, x_hr):
        return self.gf(x_lr, self.lr(x_lr), x_hr).clamp(0, 1)


model = torch.compile(DeepGuidedFilter())
hr = torch.rand(1, 3, 64, 64)
lr = nn.functional.interpolate(hr, scale_factor=0.5, mode="bilinear")
print(model(lr, hr).shape)
smooth = torch.compile(GuidedFilter(4, 1e-2))
print(smooth(hr.mean(1, keepdim=True), hr.mean(1, keepdim=True)).shape)
conv = torch.compile(ConvGuidedFilter(1))
print(conv(lr, lr, hr).shape)
