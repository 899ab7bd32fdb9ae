import torch
from omegaconf import OmegaConf
from tft_torch.loss import get_quantiles_loss_and_q_risk
from tft_torch.tft import TemporalFusionTransformer

config = OmegaConf.create({
    "task_type": "regression", "target_window_start": None,
    "model": {"attention_heads": 2, "dropout": 0.1, "lstm_layers": 1, "output_quantiles": [0.1, 0.5, 0.9], "state_size": 16},
    "data_props": {"num_historical_numeric": 3, "num_historical_categorical": 1, "historical_categorical_cardinalities": [5],
                   "num_static_numeric": 2, "num_static_categorical": 1, "static_categorical_cardinalities": [4],
                   "num_future_numeric": 1, "num_future_categorical": 1, "future_categorical_cardinalities": [6]}})
model = TemporalFusionTransformer(config)
compiled = torch.compile(model)
batch = {"historical_ts_numeric": torch.randn(4, 10, 3), "historical_ts_categorical": torch.randint(0, 5, (4, 10, 1)),
         "static_feats_numeric": torch.randn(4, 2), "static_feats_categorical": torch.randint(0, 4, (4, 1)),
         "future_ts_numeric": torch.randn(4, 5, 1), "future_ts_categorical": torch.randint(0, 6, (4, 5, 1))}
outputs = compiled(batch)
loss, _, _ = get_quantiles_loss_and_q_risk(outputs["predicted_quantiles"], torch.randn(4, 5), torch.tensor([0.1, 0.5, 0.9]))
loss.backward()
