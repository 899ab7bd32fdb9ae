import torch
from topomodelx.nn.hypergraph.hypersage import HyperSAGE
from topomodelx.nn.hypergraph.unigcn import UniGCN

incidence = (torch.rand(6, 4) > 0.5).float()
incidence[0] = 1
model = torch.compile(UniGCN(in_channels=4, hidden_channels=8, n_layers=2))
x_0, x_1 = model(torch.randn(6, 4), incidence.to_sparse())
x_0.sum().backward()
torch.compile(HyperSAGE(in_channels=4, hidden_channels=8, n_layers=1))(torch.randn(6, 4), incidence.to_sparse())
