import torch
from online_triplet_loss.losses import batch_all_triplet_loss

model = torch.nn.Linear(6, 4)


@torch.compile
def training_loss(x, labels):
    loss, fraction_positive = batch_all_triplet_loss(labels, model(x), margin=1.0)
    return loss, fraction_positive


loss, fraction = training_loss(torch.randn(9, 6), torch.randint(0, 3, (9,)))
loss.backward()
