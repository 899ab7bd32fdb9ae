import torch
from deeprob.spn.models import DgcSpn

model = DgcSpn((1, 8, 8), n_batch=4, sum_channels=4, depthwise=True, n_pooling=0)
compiled = torch.compile(model)
loss = model.loss(compiled(torch.rand(4, 1, 8, 8)))
loss.backward()
print(loss)
