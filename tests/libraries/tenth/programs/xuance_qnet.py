import numpy as np
import torch
from gymnasium.spaces import Discrete
from xuance.torch.policies import BasicQnetwork, DuelQnetwork
from xuance.torch.representations import Basic_MLP

representation = Basic_MLP((6,), [16], None, None, torch.nn.ReLU, "cpu")
policy = BasicQnetwork(Discrete(3), representation, [16], activation=torch.nn.ReLU, device="cpu")
duel = DuelQnetwork(Discrete(3), Basic_MLP((6,), [16], None, None, torch.nn.ReLU, "cpu"), [16], activation=torch.nn.ReLU, device="cpu")
compiled, other = torch.compile(policy), torch.compile(duel)
observations = np.random.randn(4, 6).astype(np.float32)
outputs, action, values = compiled(observations)
print(action, values.shape, other(observations)[2].shape)
