import torch
from infini_transformer_pytorch import InfiniTransformer, InfiniTransformerWrapper

model = InfiniTransformer(num_tokens=32, dim=32, depth=1, dim_head=16, heads=2)
wrapper = InfiniTransformerWrapper(model, segment_length=16, detach_mems_every_num_segments=2, ignore_index=-1)
compiled = torch.compile(wrapper)
seq = torch.randint(0, 32, (2, 50))
loss = compiled(seq, backward=False)
loss.backward()
print(loss.item())
