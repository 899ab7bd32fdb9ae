import torch
from tianshou.utils.net.common import Net
from tianshou.utils.net.discrete import DiscreteActor, DiscreteCritic

net = Net(state_shape=(4,), hidden_sizes=[16, 16])
actor, critic = DiscreteActor(preprocess_net=net, action_shape=2), DiscreteCritic(preprocess_net=net)


@torch.compile
def a2c_loss(obs, actions, returns):
    logits, _ = actor(obs)
    dist = torch.distributions.Categorical(logits=logits)
    value = critic(obs).flatten()
    return -(dist.log_prob(actions) * (returns - value.detach())).mean() + torch.nn.functional.mse_loss(value, returns)


a2c_loss(torch.randn(6, 4), torch.randint(0, 2, (6,)), torch.randn(6)).backward()
