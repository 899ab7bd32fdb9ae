import torch
from chgnet.graph.converter import CrystalGraphConverter
from chgnet.model import CHGNet
from pymatgen.core import Lattice, Structure

structure = Structure(Lattice.cubic(4.2), ["Na", "Cl"], [[0, 0, 0], [0.5, 0.5, 0.5]])
model = CHGNet(atom_fea_dim=8, bond_fea_dim=8, angle_fea_dim=8, n_conv=2, atom_conv_hidden_dim=8, bond_conv_hidden_dim=8, mlp_hidden_dims=(8, 8), composition_model=None, num_radial=9, num_angular=9)
graph = CrystalGraphConverter(atom_graph_cutoff=5, bond_graph_cutoff=3, algorithm="legacy")(structure)
compiled = torch.compile(model)
prediction = compiled([graph, graph], task="ef")
print(prediction["e"], prediction["f"][0].shape)
