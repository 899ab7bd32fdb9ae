import torch
from deep_time_series.model import MLP

model = MLP(hidden_size=16, encoding_length=8, decoding_length=4, target_names=["y"], nontarget_names=["x"], n_hidden_layers=1)
encode = torch.compile(model)
inputs = {"encoding.targets": torch.randn(2, 8, 1), "encoding.nontargets": torch.randn(2, 8, 1), "decoding.nontargets": torch.randn(2, 4, 1)}
print({k: v.shape for k, v in encode(inputs).items()})
