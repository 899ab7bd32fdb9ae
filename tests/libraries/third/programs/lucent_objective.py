import torch
from lucent.optvis import objectives, param, transform
from torch import nn

model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU()).eval()
params, image_f = param.image(16, fft=True, decorrelate=True)
augment = transform.compose([transform.pad(2), transform.jitter(2)])


@torch.compile
def step():
    return -model(augment(image_f()))[:, 0].mean()


step().backward()
