import torch
from product_key_memory import PKM

memory = PKM(dim=32, heads=2, num_keys=16, topk=4, dim_head=16)
compiled = torch.compile(memory)
compiled(torch.randn(1, 10, 32), input_mask=torch.ones(1, 10).bool()).sum().backward()
