import torch
from torchtsmixer import TSMixer, TSMixerExt

tsmixer = torch.compile(TSMixer(10, 5, input_channels=2, output_channels=4))
tsmixer(torch.randn(3, 10, 2)).mean().backward()
ext = torch.compile(TSMixerExt(sequence_length=10, prediction_length=5, input_channels=2, extra_channels=3, hidden_channels=8,
                               static_channels=4, output_channels=4))
ext(torch.randn(3, 10, 2), torch.randn(3, 10, 3), torch.randn(3, 5, 3), torch.randn(3, 4)).mean().backward()
