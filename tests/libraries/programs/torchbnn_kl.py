import torch
import torchbnn as bnn
from torch import nn

model = nn.Sequential(
    bnn.BayesLinear(prior_mu=0, prior_sigma=0.1, in_features=4, out_features=16), nn.ReLU(),
    bnn.BayesLinear(prior_mu=0, prior_sigma=0.1, in_features=16, out_features=3),
)
kl_loss = bnn.BKLLoss(reduction="mean", last_layer_only=False)


@torch.compile
def cost(x, y):
    return nn.functional.cross_entropy(model(x), y) + 0.01 * kl_loss(model)


cost(torch.randn(8, 4), torch.randint(0, 3, (8,))).backward()
