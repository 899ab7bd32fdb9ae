import torch
from pesto import load_model

model = torch.compile(load_model("mir-1k_g7", step_size=20.0, sampling_rate=16000))
pitch = model(torch.randn(1, 8000), convert_to_freq=True, return_activations=False)
print(pitch[0].shape)
