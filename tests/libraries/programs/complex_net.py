import torch
from complexPyTorch.complexFunctions import complex_max_pool2d, complex_relu
from complexPyTorch.complexLayers import ComplexBatchNorm2d, ComplexConv2d, ComplexLinear
from torch import nn


class ComplexNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = ComplexConv2d(1, 4, 3, 1)
        self.bn = ComplexBatchNorm2d(4)
        self.fc = ComplexLinear(36, 3)

    def forward(self, x):
        x = complex_max_pool2d(complex_relu(self.conv(x)), 2, 2)
        return self.fc(self.bn(x).flatten(1)).abs()


model = torch.compile(ComplexNet())
model(torch.randn(2, 1, 8, 8, dtype=torch.complex64)).sum().backward()
