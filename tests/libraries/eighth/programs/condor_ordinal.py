import torch
from condor_pytorch.dataset import levels_from_labelbatch, logits_to_label
from condor_pytorch.losses import CondorOrdinalCrossEntropy
from condor_pytorch.activations import ordinal_softmax
from condor_pytorch.metrics import earth_movers_distance
from torch import nn

classes = 5
model = nn.Linear(6, classes - 1)


@torch.compile
def step(x, y):
    logits = model(x)
    levels = levels_from_labelbatch(y, num_classes=classes)
    loss = CondorOrdinalCrossEntropy(logits, levels)
    return loss, earth_movers_distance(logits, levels), logits


x, y = torch.randn(8, 6), torch.randint(0, classes, (8,))
loss, distance, logits = step(x, y)
loss.backward()
print(loss.item(), distance.item(), torch.compile(ordinal_softmax)(logits.detach()).shape, logits_to_label(logits))
