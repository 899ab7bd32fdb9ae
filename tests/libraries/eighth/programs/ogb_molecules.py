import torch
from ogb.graphproppred.mol_encoder import AtomEncoder, BondEncoder
from ogb.utils.features import get_atom_feature_dims, get_bond_feature_dims
from torch import nn


class GNN(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.atoms, self.bonds = AtomEncoder(dim), BondEncoder(dim)
        self.mlp, self.head = nn.Sequential(nn.Linear(dim, dim), nn.ReLU()), nn.Linear(dim, 1)

    def forward(self, x, edge_index, edge_attr):
        h = self.atoms(x)
        message = torch.relu(h[edge_index[0]] + self.bonds(edge_attr))
        return self.head(self.mlp(h.index_add(0, edge_index[1], message)).mean(0))


model = torch.compile(GNN(16))
x = torch.stack([torch.randint(0, dim, (7,)) for dim in get_atom_feature_dims()], dim=1)
edge_attr = torch.stack([torch.randint(0, dim, (12,)) for dim in get_bond_feature_dims()], dim=1)
print(model(x, torch.randint(0, 7, (2, 12)), edge_attr))
