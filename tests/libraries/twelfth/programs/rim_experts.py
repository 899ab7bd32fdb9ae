import torch
from RIM_pytorch.depth_less_transformer import DepthlessTransformer

model = DepthlessTransformer(16, num_blocks=2, num_message_exchanges=2, dim_head=8, heads=2, num_tokens=32)
compiled = torch.compile(model)
print(compiled(torch.randint(0, 32, (2, 10))).shape)
