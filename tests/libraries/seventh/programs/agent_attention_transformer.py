import torch
from agent_attention_pytorch import AgentTransformer

transformer = AgentTransformer(dim=32, num_agent_tokens=8, depth=2, heads=2, dim_head=16)
compiled = torch.compile(transformer)

x = torch.randn(2, 40, 32)
mask = torch.ones(2, 40).bool()
mask[1, 30:] = False
out, agents = compiled(x, mask=mask, return_agent_tokens=True)
print(out.shape, agents.shape)
