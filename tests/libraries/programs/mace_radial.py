import torch
from mace.modules.blocks import AtomicEnergiesBlock, RadialEmbeddingBlock
from mace.tools import scatter

radial = RadialEmbeddingBlock(r_max=5.0, num_bessel=8, num_polynomial_cutoff=5)
energies = AtomicEnergiesBlock(torch.tensor([-1.0, -5.0]).numpy())


@torch.compile
def site_energy(lengths, attrs, edge_index, numbers):
    features, cutoff = radial(lengths, attrs, edge_index, numbers)
    pooled = scatter.scatter_sum(src=features, index=edge_index[1], dim=0, dim_size=attrs.shape[0])
    return energies(attrs).squeeze() + pooled.sum(-1)


attrs = torch.eye(2)[torch.tensor([0, 1, 1])]
site_energy(torch.rand(4, 1, requires_grad=True) * 4, attrs, torch.tensor([[0, 0, 1, 2], [1, 2, 0, 0]]), torch.tensor([1, 6])).sum().backward()
