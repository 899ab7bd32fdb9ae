import torch
from spacecutter.callbacks import AscensionCallback
from spacecutter.losses import CumulativeLinkLoss
from spacecutter.models import OrdinalLogisticModel
from torch import nn

model = OrdinalLogisticModel(nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 1)), num_classes=4)
criterion = CumulativeLinkLoss()
clip = AscensionCallback()


@torch.compile
def train_step(x, y):
    loss = criterion(model(x), y)
    loss.backward()
    model.apply(clip.clip)
    return loss


train_step(torch.randn(8, 6), torch.randint(0, 4, (8, 1)))
