import torch
from rssmlite.rssm import RSSM

rssm = RSSM(obs_dim=4, action_dim=2, deter_dim=16, embed_dim=16, num_categoricals=4, num_classes=4, hidden_dim=16)
optimizer = torch.optim.Adam(rssm.parameters(), lr=3e-4)


@torch.compile
def train_world_model(obs, action, reward, cont):
    losses = rssm.loss(obs, action, reward, cont)
    optimizer.zero_grad()
    losses["total"].backward()
    optimizer.step()
    return losses["total"]


obs, action = torch.randn(3, 5, 4), torch.nn.functional.one_hot(torch.randint(0, 2, (3, 5)), 2).float()
print(train_world_model(obs, action, torch.randn(3, 5), torch.ones(3, 5)).item())
