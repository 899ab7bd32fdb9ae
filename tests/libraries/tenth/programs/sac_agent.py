import torch
from SAC_pytorch import Actor

actor = Actor(dim_state=5, num_cont_actions=2, num_discrete_actions=(3, 4), dim_hidden=16)
compiled = torch.compile(actor)
out = compiled(torch.randn(4, 5), sample=True)
print(type(out))
