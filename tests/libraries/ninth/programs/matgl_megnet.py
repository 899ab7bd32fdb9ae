import torch
from matgl.models import MEGNet
from torch_geometric.data import Data

torch.manual_seed(0)
model = MEGNet(dim_node_embedding=8, dim_edge_embedding=10, nblocks=1, hidden_layer_sizes_input=(16, 8), hidden_layer_sizes_conv=(16, 16, 8), niters_set2set=2, hidden_layer_sizes_output=(8, 4), element_types=("C", "H", "O"), is_classification=False)
pos = torch.rand(6, 3) * 3
source, destination = (~torch.eye(6, dtype=torch.bool)).nonzero().T
graph = Data(node_type=torch.randint(0, 3, (6,)), pos=pos, edge_index=torch.stack([source, destination]), pbc_offshift=torch.zeros(len(source), 3), num_nodes=6)
compiled = torch.compile(model)
energy = compiled(graph, state_attr=torch.zeros(1, 2))
energy.sum().backward()
print(energy)
