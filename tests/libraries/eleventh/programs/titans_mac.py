import torch
from titans import TitansMAC

model = TitansMAC(vocab_size=64, d_model=32, n_layers=2, n_persistent=4, chunk_size=16, max_seq_len=64)
model = torch.compile(model)
ids = torch.randint(0, 64, (1, 32))
out = model(ids)
print({k: getattr(v, "shape", None) for k, v in out.items()})
