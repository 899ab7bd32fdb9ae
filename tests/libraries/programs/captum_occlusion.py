import torch
from captum.attr import InputXGradient, Occlusion
from torch import nn

model = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(144, 2)).eval()
occlusion, input_x_gradient = Occlusion(model), InputXGradient(model)


@torch.compile
def explain(image):
    windows = occlusion.attribute(image, target=1, sliding_window_shapes=(1, 3, 3), strides=(1, 3, 3))
    return windows, input_x_gradient.attribute(image, target=1)


explain(torch.randn(1, 1, 8, 8, requires_grad=True))
