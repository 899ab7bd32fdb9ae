import hippynn.custom_kernels
import torch
from hippynn.layers.pairs import OpenPairIndexer
from hippynn.layers.physics import Gradient
from hippynn.layers.targets import HEnergy
from hippynn.networks.hipnn import Hipnn
from hippynn.layers.indexers import OneHotSpecies, PaddingIndexer

hippynn.custom_kernels.set_custom_kernels(False)
torch.manual_seed(0)
network = Hipnn(
    n_features=8, n_sensitivities=6, dist_soft_min=1.6, dist_soft_max=3.0, dist_hard_max=4.0, n_atom_layers=1,
    n_interaction_layers=1, possible_species=[0, 1, 8],
)
encoder, padder, pairs = OneHotSpecies([0, 1, 8]), PaddingIndexer(), OpenPairIndexer(4.0)
energy_layer = HEnergy(network.feature_sizes)


@torch.compile
def energy(species, positions):
    onehot, nonblank = encoder(species)
    features, real_atoms, inv_real_atoms, mol_index, atom_index, n_molecules, n_atoms = padder(onehot, nonblank)
    distance, first, second, *_ = pairs(positions, nonblank, real_atoms, inv_real_atoms)
    return energy_layer(network(features, first, second, distance), mol_index, n_molecules)[0]


species = torch.tensor([[8, 1, 1], [1, 1, 0]])
positions = torch.rand(2, 3, 3) * 2
print(energy(species, positions))
