import torch
from elegantrl.agents.AgentPPO import ActorPPO, CriticPPO

actor, critic = ActorPPO([16, 16], 4, 2), CriticPPO([16, 16], 4, 2)


@torch.compile
def evaluate(state):
    action, logprob = actor.get_action(state)
    return actor.get_logprob_entropy(state, action), critic(state)


(logprob, entropy), value = evaluate(torch.randn(5, 4))
(logprob.mean() + entropy.mean() + value.mean()).backward()
