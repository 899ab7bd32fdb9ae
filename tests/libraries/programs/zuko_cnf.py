import torch
import zuko

flow = zuko.flows.CNF(features=2, context=1, hidden_features=(16,))
log_prob = torch.compile(lambda x, c: flow(c).log_prob(x).mean())
log_prob(torch.randn(4, 2), torch.randn(4, 1)).backward()
