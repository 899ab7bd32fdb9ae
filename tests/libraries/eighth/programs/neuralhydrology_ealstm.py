import torch
from neuralhydrology.modelzoo import get_model
from neuralhydrology.utils.config import Config

cfg = Config({
    "model": "ealstm", "hidden_size": 6, "head": "cmal", "n_distributions": 2, "output_dropout": 0.0, "initial_forget_bias": 3,
    "dynamic_inputs": ["prcp"], "static_attributes": ["area", "slope"], "target_variables": ["q"], "predict_last_n": 1, "seq_length": 6,
    "use_basin_id_encoding": False, "epochs": 1, "experiment_name": "x", "device": "cpu", "number_of_basins": 1,
})
model = get_model(cfg)
compiled = torch.compile(model)
data = {"x_d": {"prcp": torch.randn(3, 6, 1)}, "x_s": torch.randn(3, 2)}
out = compiled(data)
print({name: value.shape for name, value in out.items()})
