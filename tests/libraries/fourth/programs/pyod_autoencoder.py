import torch
from pyod.models.auto_encoder import AutoEncoderModel

model = torch.compile(AutoEncoderModel(feature_size=8, hidden_neuron_list=[6, 3]))
(model(torch.randn(10, 8)) - 1).square().mean().backward()
