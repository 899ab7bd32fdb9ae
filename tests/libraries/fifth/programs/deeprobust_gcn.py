import torch
from deeprobust.graph import utils
from deeprobust.graph.defense import GCN

model = GCN(nfeat=6, nhid=8, nclass=3, device="cpu")
adjacency = (torch.rand(10, 10) > 0.6).float()
adjacency = utils.normalize_adj_tensor(((adjacency + adjacency.T) > 0).float())
compiled = torch.compile(model)
out = compiled(torch.randn(10, 6), adjacency)
out.sum().backward()
normalize = torch.compile(utils.normalize_adj_tensor)
print(normalize((torch.rand(6, 6) > 0.5).float()))
