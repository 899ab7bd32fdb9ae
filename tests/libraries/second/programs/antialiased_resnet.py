import antialiased_cnns
import torch

model = torch.compile(antialiased_cnns.resnet18(pretrained=False, filter_size=3))
model(torch.randn(2, 3, 32, 32)).sum().backward()
blur = torch.compile(antialiased_cnns.BlurPool(8, stride=2))
blur(torch.randn(1, 8, 11, 11))
