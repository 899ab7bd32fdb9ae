import torch
import torchseg
from torchseg.losses import DiceLoss, FocalLoss

torch.manual_seed(0)
model = torchseg.Unet("resnet18", encoder_weights=None, encoder_depth=3, decoder_channels=(32, 16, 8), in_channels=3, classes=3)
dice, focal = DiceLoss(mode="multiclass"), FocalLoss(mode="multiclass")


@torch.compile
def loss(images, masks):
    logits = model(images)
    return dice(logits, masks) + focal(logits, masks)


value = loss(torch.rand(2, 3, 32, 32), torch.randint(0, 3, (2, 32, 32)))
value.backward()
print(value.item())
