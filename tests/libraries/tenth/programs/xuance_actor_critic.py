import numpy as np
import torch
from gymnasium.spaces import Box
from xuance.torch.policies import Gaussian_AC_Policy
from xuance.torch.representations import Basic_MLP

representation = Basic_MLP((6,), [16], None, None, torch.nn.ReLU, "cpu")
policy = Gaussian_AC_Policy(Box(-1, 1, (2,)), representation, [16], [16], activation=torch.nn.ReLU, activation_action=torch.nn.Tanh, device="cpu")


@torch.compile
def ppo_loss(observations, actions, advantages, old_log_prob):
    _, distribution, values = policy(observations)
    ratio = (distribution.log_prob(actions) - old_log_prob).exp()
    return -torch.min(ratio * advantages, ratio.clamp(0.8, 1.2) * advantages).mean() + values.pow(2).mean() - 0.01 * distribution.entropy().mean()


loss = ppo_loss(np.random.randn(8, 6).astype(np.float32), torch.randn(8, 2), torch.randn(8), torch.zeros(8))
loss.backward()
print(loss.item())
