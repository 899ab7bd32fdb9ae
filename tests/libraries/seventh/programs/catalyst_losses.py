import torch
from catalyst.contrib.losses import CircleLoss, DiceLoss, FocalLossBinary, LovaszLossBinary, SupervisedContrastiveLoss, TripletLoss
from torch import nn

net = nn.Conv2d(3, 1, 3, padding=1)
criteria = {"dice": DiceLoss(), "focal": FocalLossBinary(gamma=2.0), "lovasz": LovaszLossBinary(per_image=True)}


@torch.compile
def segmentation_loss(x, mask):
    logits = net(x)
    parts = {name: fn(logits.sigmoid() if name == "dice" else logits, mask) for name, fn in criteria.items()}
    return sum(parts.values()), parts


total, parts = segmentation_loss(torch.rand(2, 3, 12, 12), (torch.rand(2, 1, 12, 12) > 0.5).float())
total.backward()
print(parts)

features, labels = nn.functional.normalize(torch.randn(8, 16), dim=1), torch.tensor([0, 0, 1, 1, 2, 2, 3, 3])
for criterion in (CircleLoss(margin=0.25, gamma=256), TripletLoss(margin=0.3), SupervisedContrastiveLoss(tau=0.1)):
    print(torch.compile(criterion)(features, labels))
