import torch
import ttach as tta
from torch import nn

model = nn.Conv2d(3, 2, 3, padding=1)
transforms = tta.aliases.flip_transform()


@torch.compile
def predict(image):
    merger = tta.base.Merger(type="mean", n=len(transforms))
    for transformer in transforms:
        augmented = transformer.augment_image(image)
        merger.append(transformer.deaugment_mask(model(augmented)))
    return merger.result


print(predict(torch.rand(2, 3, 8, 8)).shape)
