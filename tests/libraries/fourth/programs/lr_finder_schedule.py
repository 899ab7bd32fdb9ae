import torch
from torch import nn
from torch_lr_finder import LRFinder
from torch.utils.data import DataLoader, TensorDataset

model = torch.compile(nn.Linear(4, 2))
loader = DataLoader(TensorDataset(torch.randn(16, 4), torch.randint(0, 2, (16,))), batch_size=8)
finder = LRFinder(model, torch.optim.SGD(model.parameters(), lr=1e-5), nn.CrossEntropyLoss(), device="cpu")
finder.range_test(loader, end_lr=1, num_iter=4)
