import torch
from ring_attention_pytorch import RingAttention, RingTransformer

torch.manual_seed(0)
attention = RingAttention(dim=32, dim_head=8, heads=2, causal=True, auto_shard_seq=False, ring_attn=False, bucket_size=4, rotary_embed=True)
model = RingTransformer(num_tokens=20, dim=16, depth=1, causal=True, dim_head=8, heads=2, ring_attn=False, bucket_size=4)
attend, train = torch.compile(attention), torch.compile(model)
print(attend(torch.randn(1, 12, 32)).shape)
loss = train(torch.randint(0, 20, (2, 9)), return_loss=True)
loss.backward()
print(loss.item())
