import torch
from mlcolvar.core import FeedForward
from mlcolvar.core.transform import PairwiseDistances, TorsionalAngle
from mlcolvar.core.transform.descriptors import MultipleDescriptors

n_atoms = 6
distances = PairwiseDistances(n_atoms=n_atoms, PBC=True, cell=3.0)
torsion = TorsionalAngle([1, 3, 4, 5], n_atoms=n_atoms, mode=["sin", "cos"], PBC=False, cell=3.0)
descriptors = MultipleDescriptors([distances, torsion], n_atoms)
network = FeedForward([descriptors(torch.rand(1, n_atoms, 3)).shape[-1], 16, 1])


@torch.compile
def committor(positions):
    return torch.sigmoid(network(descriptors(positions)))


positions = torch.rand(5, n_atoms, 3, requires_grad=True)
q = committor(positions)
(gradient,) = torch.autograd.grad(q.sum(), positions)
print(q.shape, gradient.shape)
