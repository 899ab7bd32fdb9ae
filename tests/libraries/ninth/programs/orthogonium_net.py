import torch
from orthogonium.layers import AdaptiveOrthoConv2d, MaxMin, OrthoLinear
from orthogonium.losses import LossXent, SoftHKRMulticlassLoss
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(AdaptiveOrthoConv2d(3, 8, 3, padding=1), MaxMin(), AdaptiveOrthoConv2d(8, 8, 2, stride=2, padding=0), MaxMin(), nn.Flatten(), OrthoLinear(8 * 16, 4))
xent = LossXent(n_classes=4)


@torch.compile
def loss(images, labels):
    logits = model(images)
    top = logits.topk(2, -1).values
    return xent(logits, labels), ((top[:, 0] - top[:, 1]) / 2**0.5).mean()


value, certificate = loss(torch.rand(2, 3, 8, 8), torch.tensor([1, 3]))
value.backward()
print(value.item(), certificate.item())
