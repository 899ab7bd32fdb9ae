import torch
from resnest.torch.resnet import Bottleneck, ResNet

model = ResNet(Bottleneck, [1, 1, 1, 1], radix=2, groups=1, bottleneck_width=16, deep_stem=True, stem_width=16, avg_down=True,
               avd=True, avd_first=False, num_classes=10)
model = torch.compile(model)
images = torch.randn(2, 3, 64, 64)
loss = torch.nn.functional.cross_entropy(model(images), torch.tensor([1, 2]))
loss.backward()
print(loss.item())
