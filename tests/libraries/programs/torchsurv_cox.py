import torch
from torch import nn
from torchsurv.loss import cox, weibull
from torchsurv.metrics.cindex import ConcordanceIndex

model = nn.Linear(5, 1)
weibull_model = nn.Linear(5, 2)
cindex = ConcordanceIndex()


@torch.compile
def step(x, event, time):
    log_hz = model(x)
    loss = cox.neg_partial_log_likelihood(log_hz, event, time)
    return loss + weibull.neg_log_likelihood_weibull(weibull_model(x), event, time)


x, event, time = torch.randn(12, 5), torch.rand(12) > 0.3, torch.rand(12) * 100
step(x, event, time).backward()
with torch.no_grad():
    torch.compile(cindex)(model(x), event, time)
