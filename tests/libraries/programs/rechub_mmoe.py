import torch
from torch_rechub.basic.features import DenseFeature, SparseFeature
from torch_rechub.models.multi_task import MMOE

features = [SparseFeature("user", 10, 8), SparseFeature("item", 20, 8), DenseFeature("price")]
model = MMOE(features, ["classification", "regression"], 3, expert_params={"dims": [16]}, tower_params_list=[{"dims": [8]}, {"dims": [8]}])
compiled = torch.compile(model)
compiled({"user": torch.randint(0, 10, (4,)), "item": torch.randint(0, 20, (4,)), "price": torch.rand(4)}).sum().backward()
