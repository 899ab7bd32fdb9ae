import torch
from simple_hierarchical_transformer import HierarchicalTransformer

model = HierarchicalTransformer(num_tokens=64, dim=32, depth=2, dim_head=16, heads=2, seq_len=64, hierarchies=(1, 2), window_sizes=(8, None))
compiled = torch.compile(model)
ids = torch.randint(0, 64, (1, 64))
loss, _ = compiled(ids, return_loss=True)
loss.backward()
print(loss.item(), compiled(ids).shape)
