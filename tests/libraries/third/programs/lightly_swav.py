import torch
from lightly.loss import SwaVLoss, VICRegLoss
from lightly.models.modules import SwaVPrototypes
from torch import nn

head = nn.Linear(8, 8)
prototypes = SwaVPrototypes(8, n_prototypes=12, n_steps_frozen_prototypes=2)
swav, vicreg = SwaVLoss(sinkhorn_iterations=2), VICRegLoss()


@torch.compile
def step(crops, step_number):
    prototypes.normalize()
    features = [nn.functional.normalize(head(c), dim=1) for c in crops]
    scores = [prototypes(f, step_number) for f in features]
    return swav(scores[:2], scores[2:]) + vicreg(features[0], features[1])


step([torch.randn(6, 8) for _ in range(4)], 1).backward()
