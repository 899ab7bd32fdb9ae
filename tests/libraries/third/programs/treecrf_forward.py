import torch
from torch import nn
from torch_treecrf import TreeCRF

adjacency = torch.zeros(5, 5)
for child, parent in [(1, 0), (2, 0), (3, 1), (4, 1)]:
    adjacency[child, parent] = 1
model = TreeCRF(6, adjacency)
crf = torch.compile(model)
loss = nn.functional.binary_cross_entropy_with_logits(crf(torch.randn(3, 6)), torch.randint(0, 2, (3, 5)).float())
loss.backward()
