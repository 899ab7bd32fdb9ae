import torch
from pretrainedmodels.models.senet import SENet, SEResNeXtBottleneck

model = SENet(SEResNeXtBottleneck, [1, 1, 1, 1], groups=4, reduction=4, dropout_p=0.1, inplanes=16, input_3x3=False, downsample_kernel_size=1, downsample_padding=0, num_classes=5)
compiled = torch.compile(model)
compiled(torch.randn(2, 3, 224, 224)).mean().backward()
