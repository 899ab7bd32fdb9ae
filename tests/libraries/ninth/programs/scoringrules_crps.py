import scoringrules as sr
import torch
from torch import nn

torch.manual_seed(0)
sr.backends.register_backend("torch")
network = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))


@torch.compile
def normal_loss(x, y):
    mu, log_sigma = network(x).unbind(-1)
    return sr.crps_normal(y, mu, log_sigma.exp(), backend="torch").mean()


@torch.compile
def ensemble_loss(obs, members):
    return sr.crps_ensemble(obs, members, estimator="pwm", backend="torch"), sr.energy_score(obs[:, None], members[..., None], backend="torch")


loss = normal_loss(torch.randn(8, 4), torch.randn(8))
loss.backward()
crps, energy = ensemble_loss(torch.randn(8), torch.randn(8, 10))
print(loss.item(), crps.mean(), energy.mean())
