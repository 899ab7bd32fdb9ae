import torch
from fms.models.roberta import RoBERTa, RoBERTaConfig

config = RoBERTaConfig(src_vocab_size=50, emb_dim=32, nheads=4, nlayers=1, max_pos=40, hidden_grow_factor=2)
model = RoBERTa(config)
compiled = torch.compile(model)
tokens = torch.randint(2, 50, (2, 10))
out = compiled(tokens)
loss = torch.nn.functional.cross_entropy(out.flatten(0, 1), tokens.flatten())
loss.backward()
print(loss.item())
