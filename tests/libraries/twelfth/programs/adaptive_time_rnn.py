import torch
from pytorch_adaptive_computation_time.models import AdaptiveGRU

rnn = AdaptiveGRU(input_size=6, hidden_size=8, num_layers=1, time_penalty=1e-3, time_limit=5)
compiled = torch.compile(rnn)
out = compiled(torch.randn(4, 2, 6))
print([type(o) for o in out])
