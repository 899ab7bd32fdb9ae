import dhg
import torch
from dhg.models import GCN, HGNNP

hypergraph = dhg.Hypergraph(8, [(0, 1, 2), (2, 3, 4), (4, 5, 6, 7)])
graph = dhg.Graph(8, [(0, 1), (1, 2), (3, 4), (5, 6), (6, 7)])
hgnn, gcn = HGNNP(4, 8, 3), GCN(4, 8, 3)
compiled = torch.compile(hgnn)
compiled(torch.randn(8, 4), hypergraph).sum().backward()
torch.compile(gcn)(torch.randn(8, 4), graph).sum().backward()
