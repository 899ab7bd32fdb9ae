import torch
from rssmlite.actor_critic import Actor, Critic, lambda_return
from rssmlite.rssm import RSSM

rssm = RSSM(obs_dim=4, action_dim=2, deter_dim=16, embed_dim=16, num_categoricals=4, num_classes=4, hidden_dim=16)
critic = Critic(rssm.feature_dim, hidden_dim=16)


@torch.compile
def imagined_return(state):
    rollout = rssm.imagine(state, lambda feature: torch.tanh(feature[:, :2]), horizon=4)
    feature = torch.cat([rollout["deter"], rollout["stoch"]], -1)
    return critic(feature).mean()


print(imagined_return(rssm.initial_state(3, torch.device("cpu"))))
