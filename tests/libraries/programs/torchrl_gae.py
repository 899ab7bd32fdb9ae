import torch
from torchrl.objectives.value.functional import generalized_advantage_estimate, td_lambda_return_estimate


@torch.compile
def advantages(value, next_value, reward, done):
    advantage, target = generalized_advantage_estimate(0.99, 0.95, value, next_value, reward, done)
    returns = td_lambda_return_estimate(0.99, 0.95, next_value, reward, done)
    return advantage, target, returns


advantages(torch.randn(2, 6, 1), torch.randn(2, 6, 1), torch.randn(2, 6, 1), torch.zeros(2, 6, 1).bool())
