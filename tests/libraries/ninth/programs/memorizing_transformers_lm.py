import torch
from memorizing_transformers_pytorch import MemorizingTransformer

torch.manual_seed(0)
model = MemorizingTransformer(num_tokens=32, dim=32, depth=2, dim_head=16, heads=2, memorizing_layers=2, max_knn_memories=64, num_retrieved_memories=4, xl_max_memories=8, xl_memory_layers=(1,))
compiled = torch.compile(model)
data = torch.randint(0, 32, (2, 17))
with model.knn_memories_context(batch_size=2) as knn_memories:
    xl = None
    for start in (0, 8):
        logits, xl = compiled(data[:, start:start + 8], knn_memories=knn_memories, xl_memories=xl)
print(logits.shape)
