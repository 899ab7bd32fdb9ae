import torch
from flow_matching.loss import MixturePathGeneralizedKL
from flow_matching.path import MixtureDiscreteProbPath
from flow_matching.path.scheduler import PolynomialConvexScheduler
from torch import nn

path = MixtureDiscreteProbPath(scheduler=PolynomialConvexScheduler(n=2.0))
criterion = MixturePathGeneralizedKL(path=path)
embed, head = nn.Embedding(10, 16), nn.Linear(16, 10)


@torch.compile
def loss(x0, x1, t):
    sample = path.sample(t=t, x_0=x0, x_1=x1)
    return criterion(logits=head(embed(sample.x_t)), x_1=x1, x_t=sample.x_t, t=sample.t)


loss(torch.randint(0, 10, (4, 6)), torch.randint(0, 10, (4, 6)), torch.rand(4) * 0.9).backward()
