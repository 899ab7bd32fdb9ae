import torch
from tsfm_public.models.tinytimemixer import TinyTimeMixerConfig, TinyTimeMixerForPrediction

torch.manual_seed(0)
config = TinyTimeMixerConfig(
    context_length=32, patch_length=8, patch_stride=8, num_input_channels=2, prediction_length=8, d_model=8, num_layers=1,
    decoder_num_layers=1, decoder_d_model=8, dropout=0.0, head_dropout=0.0, scaling="std", gated_attn=True,
)
model = TinyTimeMixerForPrediction(config)
compiled = torch.compile(model)
out = compiled(past_values=torch.randn(3, 32, 2), future_values=torch.randn(3, 8, 2))
out.loss.backward()
print(out.prediction_outputs.shape, out.loss.item())
