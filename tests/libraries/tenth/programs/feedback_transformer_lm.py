import torch
from feedback_transformer_pytorch import FeedbackTransformer

model = FeedbackTransformer(num_tokens=50, dim=32, depth=2, seq_len=2, mem_len=8, dim_head=16, heads=2)
compiled = torch.compile(model)
x = torch.randint(0, 50, (2, 8))
logits, memory = compiled(x, return_memory=True)
logits2 = compiled(x, memory=memory)
print(logits.shape, logits2.shape)
