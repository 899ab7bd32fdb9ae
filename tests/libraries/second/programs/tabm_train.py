import torch
from tabm import TabM

model = TabM.make(n_num_features=6, cat_cardinalities=[3, 4], d_out=2, k=4, n_blocks=2, d_block=16)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
compiled = torch.compile(model)
for _ in range(2):
    logits = compiled(torch.randn(8, 6), torch.randint(0, 3, (8, 2)))
    loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), torch.randint(0, 2, (8,)).repeat_interleave(4))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
