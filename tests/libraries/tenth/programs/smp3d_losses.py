import torch
import segmentation_models_pytorch_3d as smp

dice = smp.losses.DiceLoss("binary", from_logits=True)
focal = smp.losses.FocalLoss("binary")
tversky = smp.losses.TverskyLoss("multilabel")


@torch.compile
def criterion(logits, target):
    return dice(logits, target) + focal(logits, target) + tversky(logits, target)


logits = torch.randn(2, 1, 8, 8, 8, requires_grad=True)
loss = criterion(logits, (torch.rand(2, 1, 8, 8, 8) > 0.5).float())
loss.backward()
print(loss.item())
