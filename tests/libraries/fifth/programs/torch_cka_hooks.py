import torch
from torch import nn
from torch_cka import CKA
from torch.utils.data import DataLoader, TensorDataset

first = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 4))
second = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 4))
loader = DataLoader(TensorDataset(torch.randn(32, 6), torch.zeros(32)), batch_size=16)
cka = CKA(torch.compile(first), torch.compile(second), model1_name="first", model2_name="second", device="cpu")
hsic = torch.compile(cka._HSIC)
gram = torch.randn(8, 8)
print(hsic(gram @ gram.T, gram @ gram.T))
cka.compare(loader)
print(cka.export()["CKA"].shape)
