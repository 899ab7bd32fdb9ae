import torch
from ase.build import bulk, molecule
from orb_models.forcefield import atomic_system, base
from orb_models.forcefield.gns import MoleculeGNS
from orb_models.forcefield.rbf import BesselBasis
from orb_models.forcefield.angular import SphericalHarmonics

torch.manual_seed(0)
model = MoleculeGNS(
    latent_dim=16, num_message_passing_steps=2, num_mlp_layers=1, mlp_hidden_dim=16, rbf_transform=BesselBasis(6.0, 8), use_embedding=True,
    angular_transform=SphericalHarmonics(lmax=2, normalize=True, normalization="component"), edge_feature_names=["feat"], node_feature_names=["feat"],
)
config = atomic_system.SystemConfig(radius=6.0, max_num_neighbors=20)
graphs = base.batch_graphs([atomic_system.ase_atoms_to_atom_graphs(atoms, config) for atoms in (molecule("CH3CH2OH"), bulk("Cu"))])
compiled = torch.compile(model)
out = compiled(graphs)
out["pred"].sum().backward()
print(out["node_features"].shape, out["pred"].shape)
