import torch
from cogdl.data import Graph
from cogdl.models.nn import GCN, Graphsage

edges = torch.randint(0, 12, (2, 40))
graph = Graph(edge_index=edges, x=torch.randn(12, 8))
sage = torch.compile(Graphsage(num_features=8, num_classes=3, hidden_size=[16], num_layers=2, sample_size=[4, 4], dropout=0.1, aggr="mean"))
gcn = torch.compile(GCN(in_feats=8, hidden_size=16, out_feats=3, num_layers=2, dropout=0.1))
print(sage(graph).shape, gcn(graph).shape)
