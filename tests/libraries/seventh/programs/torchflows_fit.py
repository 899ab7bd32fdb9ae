import torch
from torchflows.bijections.finite.autoregressive.architectures import MAF
from torchflows.flows import Flow

flow = Flow(MAF(2))
flow.log_prob = torch.compile(flow.log_prob)
flow.fit(torch.randn(100, 2), n_epochs=3, batch_size=50)
print(flow.log_prob(torch.randn(4, 2)))
