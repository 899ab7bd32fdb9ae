import torch
from demucs.demucs import Demucs

model = Demucs(sources=["drums", "vocals"], audio_channels=1, channels=8, depth=2, lstm_layers=1, resample=False)
compiled = torch.compile(model)
length = model.valid_length(2000)
torch.nn.functional.l1_loss(compiled(torch.randn(1, 1, length)), torch.randn(1, 2, 1, length)).backward()
