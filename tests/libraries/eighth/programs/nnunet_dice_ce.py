import torch
from nnunetv2.training.loss.compound_losses import DC_and_CE_loss
from nnunetv2.training.loss.deep_supervision import DeepSupervisionWrapper
from nnunetv2.training.loss.dice import MemoryEfficientSoftDiceLoss
from torch import nn

loss = DC_and_CE_loss(
    {"batch_dice": True, "smooth": 1e-5, "do_bg": False, "ddp": False}, {}, weight_ce=1, weight_dice=1,
    ignore_label=3, dice_class=MemoryEfficientSoftDiceLoss,
)
loss = DeepSupervisionWrapper(loss, [2 / 3, 1 / 3])
network = nn.Conv2d(1, 3, 3, padding=1)


@torch.compile
def step(image, full, half):
    logits = network(image)
    return loss([logits, nn.functional.avg_pool2d(logits, 2)], [full, half])


image = torch.randn(2, 1, 16, 16)
target = torch.randint(0, 4, (2, 1, 16, 16))
value = step(image, target, target[:, :, ::2, ::2])
value.backward()
print(value.item())
