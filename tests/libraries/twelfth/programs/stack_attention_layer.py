import torch
from stack_attention import StackTransLayer

layer = StackTransLayer(32)
compiled = torch.compile(layer)
tokens = torch.randn(2, 16, 32)
out1, state = compiled(tokens)
out2, state = compiled(out1, stack_state=state)
print(out2.shape)
