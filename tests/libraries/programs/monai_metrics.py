import torch
from monai.losses import TverskyLoss
from monai.metrics import DiceMetric
from monai.networks.utils import one_hot

dice = DiceMetric(include_background=False, reduction="mean")
tversky = TverskyLoss(sigmoid=True)


@torch.compile
def validate(logits, labels):
    prediction = one_hot(logits.argmax(1, keepdim=True), num_classes=2)
    dice(y_pred=prediction, y=one_hot(labels, num_classes=2))
    return tversky(logits[:, 1:], labels)


validate(torch.randn(2, 2, 16, 16), torch.randint(0, 2, (2, 1, 16, 16)))
print(dice.aggregate())
