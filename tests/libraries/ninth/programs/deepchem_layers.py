import torch
from deepchem.models.torch_models.layers import DTNNEmbedding, DTNNGather, DTNNStep, GraphNetwork, ScaleNorm

torch.manual_seed(0)
network = GraphNetwork(n_node_features=10, n_edge_features=2, n_global_features=4)
norm = ScaleNorm(0.35)


@torch.compile
def propagate(nodes, edge_index, edges, state):
    nodes, edges, state = network(nodes, edge_index, edges, state)
    return norm(nodes), edges, state


edge_index = torch.tensor([[0, 1, 2, 3, 4], [1, 2, 3, 4, 0]])
nodes, edges, state = propagate(torch.randn(5, 10), edge_index, torch.randn(5, 2), torch.randn(1, 4))
nodes.sum().backward()
print(nodes.shape, state.shape)
