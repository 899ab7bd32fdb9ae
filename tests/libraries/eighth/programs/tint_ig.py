import torch
from tint.attr import TemporalIntegratedGradients
from tint.models import RNN, MLP
from torch import nn

rnn = RNN(input_size=3, rnn="gru", hidden_size=8)
model = nn.Sequential(rnn, MLP(units=[8, 8, 1]))
compiled = torch.compile(model)
inputs = torch.rand(4, 6, 3)
explainer = TemporalIntegratedGradients(compiled)
attribution = explainer.attribute(inputs, target=0, n_steps=3)
print(attribution.shape)
