import posteriors
import torch
from torch import nn
from torch.func import functional_call

model = nn.Linear(3, 1)


def log_posterior(params, batch):
    x, y = batch
    prediction = functional_call(model, params, (x,))
    return -nn.functional.mse_loss(prediction, y) + posteriors.diag_normal_log_prob(params) / 20, prediction


transform = posteriors.sgmcmc.sghmc.build(log_posterior, lr=1e-3)
state = transform.init(dict(model.named_parameters()))
update = torch.compile(transform.update)
for _ in range(2):
    state, _ = update(state, (torch.randn(8, 3), torch.randn(8, 1)), inplace=False)
