import pyro
import pyro.distributions as dist
import torch
from pyro.infer import SVI, Trace_ELBO
from pyro.infer.autoguide import AutoNormal
from pyro.optim import Adam


def model(x, y):
    weight = pyro.sample("weight", dist.Normal(torch.zeros(3), 1.0).to_event(1))
    bias = pyro.sample("bias", dist.Normal(0.0, 10.0))
    sigma = pyro.sample("sigma", dist.HalfNormal(1.0))
    with pyro.plate("data", len(x)):
        return pyro.sample("obs", dist.Normal(x @ weight + bias, sigma), obs=y)


svi = SVI(model, AutoNormal(model), Adam({"lr": 0.01}), loss=Trace_ELBO())
step = torch.compile(svi.step)
x, y = torch.randn(20, 3), torch.randn(20)
for _ in range(2):
    step(x, y)
