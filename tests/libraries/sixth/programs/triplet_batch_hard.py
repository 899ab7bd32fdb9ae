import torch
from online_triplet_loss.losses import batch_hard_triplet_loss
from torch import nn

embedder = nn.Sequential(nn.Linear(10, 16), nn.ReLU(), nn.Linear(16, 4))
optimizer = torch.optim.SGD(embedder.parameters(), lr=0.01)


@torch.compile
def loss_of(x, labels):
    return batch_hard_triplet_loss(labels, embedder(x), margin=0.5, squared=False)


for _ in range(2):
    loss = loss_of(torch.randn(8, 10), torch.randint(0, 3, (8,)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
