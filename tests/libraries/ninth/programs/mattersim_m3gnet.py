import torch
from mattersim.forcefield.m3gnet.modules.edge_encoding import SmoothBesselBasis
from mattersim.forcefield.m3gnet.modules.layers import MLP, GatedMLP
from mattersim.forcefield.m3gnet.modules.angle_encoding import SphericalBasisLayer

torch.manual_seed(0)
rbf, sbf = SmoothBesselBasis(r_max=5.0, max_n=4), SphericalBasisLayer(max_n=3, max_l=3, cutoff=5.0)
embed, energy = MLP(in_dim=4, out_dims=[16], activation="swish", use_bias=False), GatedMLP(in_dim=16, out_dims=[16, 1], activation=["swish", None])


@torch.compile
def pair_energy(positions, source, destination):
    vectors = positions[source] - positions[destination]
    lengths = vectors.norm(dim=-1)
    return energy(embed(rbf(lengths))).sum()


positions = (torch.rand(5, 3) * 3).requires_grad_()
source, destination = (~torch.eye(5, dtype=torch.bool)).nonzero().T
total = pair_energy(positions, source, destination)
(forces,) = torch.autograd.grad(-total, positions)
print(total.item(), forces.shape, torch.compile(sbf)(torch.rand(6) * 4 + 0.5, torch.rand(6) * 3).shape)
