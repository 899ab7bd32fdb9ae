import torch
import torch.nn as nn
from robomimic.models.base_nets import MLP, RNN_Base
from robomimic.models.distributions import DiscreteValueDistribution, TanhWrappedDistribution

trunk = MLP(input_dim=6, output_dim=8, layer_dims=(16,), activation=nn.ReLU, dropouts=[0.1], normalization=True)
rnn = RNN_Base(8, rnn_hidden_dim=8, rnn_num_layers=1, rnn_type="LSTM", per_step_net=MLP(input_dim=8, output_dim=4))


@torch.compile
def log_prob(observations, actions):
    mean, scale = rnn(trunk(observations)).chunk(2, dim=-1)
    normal = torch.distributions.Independent(torch.distributions.Normal(mean, scale.exp()), 1)
    return TanhWrappedDistribution(normal).log_prob(actions)


log_prob(torch.randn(2, 5, 6), torch.rand(2, 5, 2) - 0.5).mean().backward()
value = torch.compile(lambda logits: DiscreteValueDistribution(torch.linspace(0, 1, 5), logits=logits).mean())
print(value(torch.randn(3, 5)))
