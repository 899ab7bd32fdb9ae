import torch
from torch import nn
from inferno import bnn, loss_fns, models

model = models.MLP(in_size=4, hidden_sizes=[16], out_size=1, activation_layer=nn.SiLU, cov=bnn.params.FactorizedCovariance(),
                   parametrization=bnn.params.MaximalUpdate())
compiled = torch.compile(model)
out = compiled(torch.randn(8, 4), sample_shape=torch.Size([3]))
out.pow(2).mean().backward()
print(out.shape)
