import numpy as np
import torch
from torch import nn
from torch_recommenders.models.DeepFM import DeepFactorizationMachineModel
from torch_recommenders.models.NCF import NeuralCollaborativeFiltering

fields = np.array([10, 20, 5])
deepfm = DeepFactorizationMachineModel(fields, 8, (16, 16), 0.1)
ncf = NeuralCollaborativeFiltering(fields[:2], np.array([0]), np.array([1]), 8, (16, 8), 0.1)
optimizer = torch.optim.Adam(deepfm.parameters(), lr=1e-2)
first, second = torch.compile(deepfm), torch.compile(ncf)
x = torch.stack([torch.randint(0, int(f), (16,)) for f in fields], 1)
for _ in range(2):
    optimizer.zero_grad()
    loss = nn.functional.binary_cross_entropy(first(x), torch.randint(0, 2, (16,)).float())
    loss.backward()
    optimizer.step()
print(loss.item(), second(x[:, :2]).shape)
