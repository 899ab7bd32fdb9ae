import torch
from performer_pytorch import PerformerLM

model = PerformerLM(num_tokens=64, max_seq_len=32, dim=32, depth=2, heads=4, causal=False, nb_features=16, feature_redraw_interval=1000)
compiled = torch.compile(model)
mask = torch.ones(1, 32).bool()
compiled(torch.randint(0, 64, (1, 32)), mask=mask).sum().backward()
