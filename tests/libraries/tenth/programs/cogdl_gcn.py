import torch
from torch import nn
from cogdl.data import Graph
from cogdl.layers import GATLayer, GCNLayer


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = GCNLayer(8, 16, activation="relu", dropout=0.1)
        self.second = GATLayer(16, 4, nhead=2)

    def forward(self, graph, x):
        return self.second(graph, self.first(graph, x))


edges = torch.randint(0, 10, (2, 30))
graph = Graph(edge_index=edges, x=torch.randn(10, 8))
graph.sym_norm()
model = torch.compile(Net())
out = model(graph, graph.x)
out.sum().backward()
print(out.shape)
