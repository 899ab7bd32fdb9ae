import torch
from hearth.modules import Bertish

model = Bertish(layers=2, features=16, attn_heads=2, max_len=20, vocab_size=50)
compiled = torch.compile(model)
print(compiled(torch.randint(1, 50, (2, 10))).shape)
