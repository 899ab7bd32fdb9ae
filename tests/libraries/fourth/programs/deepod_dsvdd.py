import torch
from deepod.core.networks.base_networks import MLPnet
from deepod.models.tabular.dsvdd import DSVDDLoss

net = MLPnet(n_features=6, n_hidden="8", n_output=4)
loss = DSVDDLoss(c=torch.zeros(4))
step = torch.compile(lambda x: loss(net(x)))
step(torch.randn(12, 6)).backward()
