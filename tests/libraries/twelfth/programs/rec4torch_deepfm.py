import torch
from torch import nn
from rec4torch.inputs import DenseFeat, SparseFeat
from rec4torch.models import DeepFM

columns = [SparseFeat("user", 20, embedding_dim=4), SparseFeat("item", 30, embedding_dim=4), DenseFeat("age", 1)]
model = DeepFM(columns, columns, dnn_hidden_units=(16, 8))
optimizer = torch.optim.Adam(model.parameters())


@torch.compile
def step(X, y):
    optimizer.zero_grad()
    loss = nn.functional.binary_cross_entropy_with_logits(model(X), y)
    loss.backward()
    optimizer.step()
    return loss


X = torch.stack([torch.randint(0, 20, (8,)).float(), torch.randint(0, 30, (8,)).float(), torch.rand(8)], 1)
print(step(X, torch.rand(8, 1).round()).item())
