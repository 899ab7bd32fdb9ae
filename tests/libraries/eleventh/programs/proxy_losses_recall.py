import torch
from torch import nn
from proxy_losses import LossWarmupWrapper, RecallAtQuantileLoss, SmoothAPLoss

net = nn.Linear(12, 3)
criterion = SmoothAPLoss(num_classes=3, queue_size=16)
recall = RecallAtQuantileLoss(num_classes=3, queue_size=16)
optimizer = torch.optim.SGD(net.parameters(), 0.1)


@torch.compile
def loss_fn(x, y):
    logits = net(x)
    return criterion(logits, y) + recall(logits, y)


for _ in range(2):
    loss = loss_fn(torch.randn(10, 12), torch.randint(0, 3, (10,)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
