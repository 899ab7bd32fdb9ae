import torch
from pfrl.nn import FactorizedNoisyLinear, to_factorized_noisy
from pfrl.q_functions import DistributionalFCStateQFunctionWithDiscreteAction, DuelingDQN

q = DistributionalFCStateQFunctionWithDiscreteAction(4, 3, n_atoms=11, v_min=-1, v_max=1, n_hidden_channels=16, n_hidden_layers=1)
to_factorized_noisy(q)


@torch.compile
def greedy(x):
    values = q(x)
    return values.greedy_actions, values.max


greedy(torch.randn(5, 4))
