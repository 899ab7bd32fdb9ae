import torch
from SAC_pytorch import Critic, MultipleCritics

critics = MultipleCritics(Critic(dim_state=5, num_cont_actions=2, num_discrete_actions=(3,), dim_hidden=16), Critic(dim_state=5, num_cont_actions=2, num_discrete_actions=(3,), dim_hidden=16))
compiled = torch.compile(critics)
values = compiled(torch.randn(4, 5), cont_actions=torch.randn(4, 2))
print([getattr(v, "shape", type(v)) for v in values])
