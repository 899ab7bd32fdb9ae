import torch
from lampe.inference import NPE, NPELoss, NRE, NRELoss

estimator = NPE(3, 4, transforms=2, hidden_features=[16, 16])
loss = NPELoss(estimator)
nre_loss = NRELoss(NRE(3, 4, hidden_features=[16]))


@torch.compile
def step(theta, x):
    return loss(theta, x) + nre_loss(theta, x)


step(torch.randn(8, 3), torch.randn(8, 4)).backward()
