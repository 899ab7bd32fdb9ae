import torch
from tensordict import tensorclass
from torch import nn


@tensorclass
class Batch:
    images: torch.Tensor
    labels: torch.Tensor


model = nn.Sequential(nn.Flatten(), nn.Linear(16, 3))


@torch.compile
def loss_fn(batch):
    logits = model(batch.images)
    return nn.functional.cross_entropy(logits, batch.labels)


loss_fn(Batch(images=torch.randn(4, 1, 4, 4), labels=torch.randint(0, 3, (4,)), batch_size=[4])).backward()
