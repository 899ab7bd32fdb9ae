import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import nn

encoder = TensorDictModule(nn.Linear(4, 8), in_keys=["obs"], out_keys=["hidden"])
head = TensorDictModule(nn.Sequential(nn.ReLU(), nn.Linear(8, 2)), in_keys=["hidden"], out_keys=["action"])
policy = TensorDictSequential(encoder, head)
compiled = torch.compile(policy)
data = TensorDict({"obs": torch.randn(5, 4)}, batch_size=[5])
compiled(data)["action"].sum().backward()
