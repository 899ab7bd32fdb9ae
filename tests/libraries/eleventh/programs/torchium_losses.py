import torch
from torchium.losses import AlphaIoULoss, AudioProcessingLoss, CIoULoss, DiceLoss

boxes = torch.rand(6, 4)
boxes = torch.cat([boxes[:, :2], boxes[:, :2] + boxes[:, 2:] + 0.1], 1).requires_grad_()
target = boxes.detach() + 0.05
ciou, alpha = torch.compile(CIoULoss()), torch.compile(AlphaIoULoss(alpha=2.0))
loss = ciou(boxes, target) + alpha(boxes, target)
loss.backward()
audio = torch.compile(AudioProcessingLoss())(torch.randn(2, 4096), torch.randn(2, 4096))
print(loss.item(), audio.item())
