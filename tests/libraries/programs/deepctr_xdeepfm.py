import torch
from deepctr_torch.inputs import DenseFeat, SparseFeat
from deepctr_torch.models import xDeepFM

columns = [SparseFeat(name, 10, embedding_dim=4) for name in ("user", "item", "context")] + [DenseFeat("price", 1)]
model = xDeepFM(columns, columns, task="binary", dnn_hidden_units=(16,), cin_layer_size=(8, 8))
compiled = torch.compile(model)
x = torch.cat([torch.randint(0, 10, (6, 3)).float(), torch.rand(6, 1)], dim=1)
torch.nn.functional.binary_cross_entropy(compiled(x).squeeze(), torch.rand(6).round()).backward()
