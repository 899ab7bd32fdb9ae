import torch
from deepctr_torch.inputs import DenseFeat, SparseFeat
from deepctr_torch.models import DeepFM

columns = [SparseFeat("user", 10, embedding_dim=4), SparseFeat("item", 20, embedding_dim=4), DenseFeat("price", 1)]
model = DeepFM(columns, columns, task="binary", dnn_hidden_units=(16, 8)).eval()
compiled = torch.compile(model)
batch = torch.stack([torch.randint(0, 10, (6,)), torch.randint(0, 20, (6,)), torch.rand(6)], dim=1).float()
with torch.no_grad():
    compiled(batch)
