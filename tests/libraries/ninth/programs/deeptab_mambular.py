import torch
from deeptab.architectures.mambular import Mambular
from deeptab.architectures.tabm import TabM
from deeptab.configs import MambularConfig, TabMConfig

torch.manual_seed(0)
numerical = {f"n{i}": {"preprocessing": "standard", "dimension": 1, "categories": None} for i in range(4)}
mambular = torch.compile(Mambular((numerical, {}, {}), num_classes=1, config=MambularConfig(d_model=8, n_layers=2)))
tabm = torch.compile(TabM((numerical, {}, {}), num_classes=1, config=TabMConfig(layer_sizes=[16, 16], ensemble_size=4)))
features = [torch.randn(5, 1) for _ in range(4)]
out = mambular(features, [], [])
out.mean().backward()
print(out.shape, tabm(features, [], []).shape)
