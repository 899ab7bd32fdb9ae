import torch
import ttach as tta
from torch import nn

net = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 1, 1))
model = tta.SegmentationTTAWrapper(net, tta.aliases.d4_transform(), merge_mode="mean")
predict = torch.compile(model)
with torch.no_grad():
    print(predict(torch.rand(1, 3, 16, 16)).shape)

classifier = nn.Sequential(nn.Conv2d(3, 8, 3), nn.AdaptiveMaxPool2d(1), nn.Flatten(), nn.Linear(8, 3))
transforms = tta.Compose([tta.HorizontalFlip(), tta.Scale(scales=[1, 2]), tta.Multiply(factors=[0.9, 1, 1.1])])
scores = torch.compile(tta.ClassificationTTAWrapper(classifier, transforms, merge_mode="gmean"))
print(scores(torch.rand(2, 3, 16, 16).abs()).shape)
