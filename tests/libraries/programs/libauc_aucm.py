import torch
from libauc.losses import AUCMLoss
from libauc.optimizers import PESG
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.ELU(), nn.Linear(16, 1))
loss_fn = AUCMLoss()
optimizer = PESG(model.parameters(), loss_fn=loss_fn, lr=0.1, momentum=0.9, epoch_decay=2e-3, device="cpu")


@torch.compile
def train_step(x, y):
    loss = loss_fn(torch.sigmoid(model(x)), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


for _ in range(2):
    train_step(torch.randn(8, 8), torch.tensor([[1.0], [0.0]] * 4))
