import torch
from elegantrl.agents.AgentSAC import ActorSAC

actor = ActorSAC([16, 16], 4, 2)
act = torch.compile(actor.get_action_logprob)
action, logprob = act(torch.randn(5, 4))
logprob.mean().backward()
