import torch
from rl_games.algos_torch.models import ModelA2CContinuousLogStd
from rl_games.algos_torch.network_builder import A2CBuilder

params = {
    "separate": False,
    "space": {"continuous": {"mu_activation": "None", "sigma_activation": "None", "mu_init": {"name": "default"},
                             "sigma_init": {"name": "const_initializer", "val": 0}, "fixed_sigma": True}},
    "mlp": {"units": [16], "activation": "elu", "initializer": {"name": "default"}},
}
builder = A2CBuilder()
builder.load(params)
model = ModelA2CContinuousLogStd(builder).build(
    {"actions_num": 2, "input_shape": (6,), "num_seqs": 4, "value_size": 1, "normalize_value": True, "normalize_input": True})
compiled = torch.compile(model)
out = compiled({"is_train": True, "obs": torch.randn(4, 6), "prev_actions": torch.randn(4, 2), "rnn_states": None})
(out["prev_neglogp"].mean() + out["values"].mean()).backward()
model.eval()
with torch.no_grad():
    compiled({"is_train": False, "obs": torch.randn(4, 6), "rnn_states": None})
