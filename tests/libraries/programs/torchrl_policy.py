import torch
from tensordict import TensorDict
from tensordict.nn import NormalParamExtractor, TensorDictModule
from torch import nn
from torchrl.modules import ProbabilisticActor, TanhNormal

net = TensorDictModule(nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 4), NormalParamExtractor()), in_keys=["observation"], out_keys=["loc", "scale"])
policy = ProbabilisticActor(net, in_keys=["loc", "scale"], distribution_class=TanhNormal, return_log_prob=True)
compiled = torch.compile(policy)
with torch.no_grad():
    for _ in range(2):
        compiled(TensorDict({"observation": torch.randn(3, 4)}, batch_size=[3]))
