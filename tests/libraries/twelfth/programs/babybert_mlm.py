import torch
from torch import nn
from babybert.model import BabyBERT, BabyBERTConfig

config = BabyBERTConfig.from_preset("tiny", vocab_size=60, block_size=12)
model = BabyBERT(config)
head = nn.Linear(config.hidden_size, 60)
compiled = torch.compile(model)
ids = torch.randint(0, 60, (2, 12))
loss = nn.functional.cross_entropy(head(compiled(ids)).flatten(0, 1), ids.flatten())
loss.backward()
print(loss.item())
