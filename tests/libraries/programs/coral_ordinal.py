import torch
from coral_pytorch.dataset import levels_from_labelbatch, proba_to_label
from coral_pytorch.layers import CoralLayer
from coral_pytorch.losses import coral_loss, corn_loss
from torch import nn

features, head = nn.Linear(8, 16), CoralLayer(size_in=16, num_classes=5)


@torch.compile
def step(x, y):
    logits = head(torch.relu(features(x)))
    levels = levels_from_labelbatch(y, num_classes=5)
    return coral_loss(logits, levels) + corn_loss(logits, y, num_classes=5), proba_to_label(logits.sigmoid())


loss, predicted = step(torch.randn(6, 8), torch.randint(0, 5, (6,)))
loss.backward()
