import torch
from fvcore.nn import giou_loss, sigmoid_focal_loss, smooth_l1_loss
from torch import nn

head = nn.Linear(16, 5)


@torch.compile
def detection_loss(features, targets, boxes):
    out = head(features)
    focal = sigmoid_focal_loss(out[:, :1], targets, alpha=0.25, gamma=2, reduction="mean")
    predicted = out[:, 1:].abs().cumsum(-1)
    return focal + giou_loss(predicted, boxes, reduction="mean") + smooth_l1_loss(predicted, boxes, beta=0.1, reduction="mean")


boxes = torch.rand(6, 4).cumsum(-1)
detection_loss(torch.randn(6, 16), torch.randint(0, 2, (6, 1)).float(), boxes).backward()
