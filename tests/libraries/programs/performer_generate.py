import torch
from performer_pytorch import PerformerLM
from performer_pytorch.autoregressive_wrapper import AutoregressiveWrapper

model = AutoregressiveWrapper(PerformerLM(num_tokens=64, max_seq_len=32, dim=32, depth=1, heads=4, dim_head=8, causal=True, nb_features=16))
model.eval()
generate = torch.compile(model.generate)
with torch.no_grad():
    generate(torch.randint(0, 64, (1, 4)), 4)
