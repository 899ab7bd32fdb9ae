import torch
from prototorch.core.components import LabeledComponents
from prototorch.core.distances import squared_euclidean_distance
from prototorch.core.initializers import SMCI
from prototorch.core.losses import GLVQLoss
from prototorch.core.competitions import wtac
from torch.utils.data import TensorDataset

torch.manual_seed(0)
x, y = torch.randn(30, 4), torch.arange(30) % 3
components = LabeledComponents(distribution=[1, 1, 1], components_initializer=SMCI(TensorDataset(x, y), noise=0.1))
criterion = GLVQLoss(margin=0.3, transfer_fn="sigmoid_beta", beta=5)


@torch.compile
def step(x, y):
    prototypes, labels = components()
    distances = squared_euclidean_distance(x, prototypes)
    return criterion(distances, y, plabels=labels), wtac(distances, labels)


loss, winners = step(x, y)
loss.backward()
print(loss.item(), (winners == y).float().mean().item())
