import torch
from torch_rechub.basic.features import SequenceFeature, SparseFeature
from torch_rechub.models.ranking import DIN

user = [SparseFeature("user", 10, 8)]
target = [SparseFeature("item", 20, 8)]
history = [SequenceFeature("hist", 20, 8, pooling="concat", shared_with="item")]
model = DIN(user, history, target, mlp_params={"dims": [16]}, attention_mlp_params={"dims": [16, 8]})
compiled = torch.compile(model)
batch = {"user": torch.randint(0, 10, (4,)), "item": torch.randint(0, 20, (4,)), "hist": torch.randint(0, 20, (4, 5))}
torch.nn.functional.binary_cross_entropy(compiled(batch), torch.tensor([0.0, 1.0, 1.0, 0.0])).backward()
