import torch
from pytorch_optimizer import BCEFocalLoss, DiceLoss, LovaszHingeLoss
from torch import nn

model = nn.Conv2d(3, 1, 3, padding=1)
focal, dice, lovasz = BCEFocalLoss(), DiceLoss(mode="binary"), LovaszHingeLoss()


@torch.compile
def loss_fn(images, masks):
    logits = model(images)
    return focal(logits.squeeze(1), masks) + dice(logits, masks.unsqueeze(1)) + lovasz(logits.squeeze(1), masks)


loss_fn(torch.randn(2, 3, 8, 8), torch.randint(0, 2, (2, 8, 8)).float()).backward()
