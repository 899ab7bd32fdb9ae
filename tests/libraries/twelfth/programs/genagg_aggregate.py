import torch
from torch import nn
from genagg import GenAgg
from torch_geometric.nn import GraphConv

gnn = GraphConv(in_channels=2, out_channels=1, aggr=GenAgg())
compiled = torch.compile(gnn)
edge_index = torch.tensor([[0, 1, 1, 2], [1, 0, 2, 1]])
out = compiled(torch.rand(3, 2), edge_index)
out.sum().backward()
print(out)
