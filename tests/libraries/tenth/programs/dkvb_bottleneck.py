import torch
from discrete_key_value_bottleneck_pytorch import DiscreteKeyValueBottleneck

bottleneck = DiscreteKeyValueBottleneck(dim=32, num_memories=16, dim_memory=24, num_memory_codebooks=4, decay=0.9)
compiled = torch.compile(bottleneck)
embeds = torch.randn(2, 10, 32)
memories = compiled(embeds)
bottleneck.eval()
print(memories.shape, compiled(embeds).shape)
