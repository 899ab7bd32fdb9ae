import torch
from neuralhydrology.modelzoo import get_model
from neuralhydrology.training.loss import MaskedNSELoss
from neuralhydrology.utils.config import Config

cfg = Config({
    "model": "cudalstm", "hidden_size": 8, "head": "regression", "output_activation": "linear", "output_dropout": 0.1, "initial_forget_bias": 3,
    "dynamic_inputs": ["prcp", "tmax"], "static_attributes": ["area", "slope"], "target_variables": ["q"], "predict_last_n": 1, "seq_length": 10,
    "use_basin_id_encoding": False, "loss": "NSE", "epochs": 1, "experiment_name": "x", "device": "cpu", "number_of_basins": 1,
    "statics_embedding": {"type": "fc", "hiddens": [4], "activation": "tanh", "dropout": 0.0},
})
model, criterion = get_model(cfg), MaskedNSELoss(cfg)
compiled = torch.compile(model)
data = {"x_d": {"prcp": torch.randn(3, 10, 1), "tmax": torch.randn(3, 10, 1)}, "x_s": torch.randn(3, 2)}
prediction = compiled(data)
loss = criterion(prediction, {"y": torch.randn(3, 10, 1), "per_basin_target_stds": torch.ones(3, 1, 1)})
loss = loss[0] if isinstance(loss, tuple) else loss
loss.backward()
print(prediction["y_hat"].shape, loss.item())
