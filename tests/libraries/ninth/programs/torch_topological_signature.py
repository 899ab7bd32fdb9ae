import torch
from torch import nn
from torch_topological.nn import SignatureLoss, SummaryStatisticLoss, VietorisRipsComplex

torch.manual_seed(0)
encoder, decoder = nn.Linear(5, 2), nn.Linear(2, 5)
vr, signature = VietorisRipsComplex(dim=0), SignatureLoss(p=2)
statistic = SummaryStatisticLoss("total_persistence", p=1)


@torch.compile
def topological_autoencoder(x, info):
    z = encoder(x)
    reconstruction = nn.functional.mse_loss(decoder(z), x)
    pi_z = vr(z)
    return reconstruction + 0.1 * signature([x, info], [z, pi_z]), statistic(pi_z)


x = torch.randn(12, 5)
loss, total = topological_autoencoder(x, vr(x))
loss.backward()
print(loss.item(), total.item())
