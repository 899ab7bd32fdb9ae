import torch
from hearth.losses import BinaryFocalLoss, MaskedMSELoss, MulticlassFocalLoss

focal, masked = MulticlassFocalLoss(gamma=2.0), MaskedMSELoss()


@torch.compile
def loss(logits, labels, pred, target):
    return focal(logits, labels) + masked(pred, target)


logits = torch.randn(6, 4, requires_grad=True)
value = loss(logits, torch.randint(0, 4, (6,)), torch.randn(6), torch.tensor([1.0, 2, -1, 0.5, -1, 3]))
value.backward()
print(value.item())
