import torch
from titans import TitansMAG
from titans.ops import parallel_scan

model = TitansMAG(vocab_size=40, d_model=16, n_layers=1, n_persistent=2, window=16, chunk_size=8, max_seq_len=32)
optimizer = torch.optim.AdamW(model.parameters(), 1e-3)


@torch.compile
def step(ids):
    logits = model(ids)["logits"]
    return torch.nn.functional.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())


loss = step(torch.randint(0, 40, (2, 16)))
loss.backward()
optimizer.step()
print(loss.item())
