import torch
from torchseg.losses import JaccardLoss, LovaszLoss, MCCLoss, SoftBCEWithLogitsLoss, TverskyLoss

jaccard, lovasz, tversky, bce, mcc = JaccardLoss("binary"), LovaszLoss("binary"), TverskyLoss("binary", alpha=0.3, beta=0.7), SoftBCEWithLogitsLoss(smooth_factor=0.1), MCCLoss()


@torch.compile
def total(logits, masks):
    return jaccard(logits, masks) + lovasz(logits, masks) + tversky(logits, masks) + bce(logits, masks.float()) + mcc(logits.sigmoid(), masks.float())


logits = torch.randn(2, 1, 8, 8, requires_grad=True)
loss = total(logits, (torch.rand(2, 1, 8, 8) > 0.5).long())
loss.backward()
print(loss.item())
