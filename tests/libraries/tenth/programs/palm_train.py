import torch
from palm_pytorch import PaLM
from palm_pytorch.autoregressive_wrapper import AutoregressiveWrapper

model = AutoregressiveWrapper(PaLM(num_tokens=64, dim=32, depth=2, heads=2, dim_head=16), max_seq_len=32)
compiled = torch.compile(model)
ids = torch.randint(0, 64, (2, 33))
loss = compiled(ids)
loss.backward()
generate = torch.compile(model.generate)
print(loss.item(), generate(ids[:, :4], 5).shape)
