import torch
from laplace import Laplace
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

model = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
loader = DataLoader(TensorDataset(torch.randn(20, 2), torch.randn(20, 1)), batch_size=10)
la = Laplace(model, "regression", subset_of_weights="last_layer", hessian_structure="full")
la.fit(loader)
predict = torch.compile(lambda x: la(x))
predict(torch.randn(5, 2))
