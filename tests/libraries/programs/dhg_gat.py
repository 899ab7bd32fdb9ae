import dhg
import torch
from dhg.models import GAT, UniGCN

graph = dhg.Graph(6, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)])
hypergraph = dhg.Hypergraph(6, [(0, 1, 2), (3, 4, 5), (1, 4)])
model = torch.compile(GAT(4, 8, 2, num_heads=2))
model(torch.randn(6, 4), graph).sum().backward()
torch.compile(UniGCN(4, 8, 2).eval())(torch.randn(6, 4), hypergraph)
