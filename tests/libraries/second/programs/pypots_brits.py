import torch
from pypots.nn.modules.brits import BackboneBRITS
from pypots.nn.modules.csdi import BackboneCSDI

model = BackboneBRITS(n_steps=5, n_features=3, rnn_hidden_size=8)
x, mask, deltas = torch.randn(2, 5, 3), torch.ones(2, 5, 3), torch.ones(2, 5, 3)
inputs = {way: {"X": x, "missing_mask": mask, "deltas": deltas} for way in ("forward", "backward")}
compiled = torch.compile(model)
compiled(inputs)
