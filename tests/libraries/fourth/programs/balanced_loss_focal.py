import torch
from balanced_loss import Loss

focal = torch.compile(Loss(loss_type="focal_loss", samples_per_class=[30, 100, 25], class_balanced=True))
logits = torch.randn(5, 3, requires_grad=True)
focal(logits, torch.tensor([0, 1, 2, 0, 1])).backward()
