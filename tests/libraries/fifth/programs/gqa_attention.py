import torch
from grouped_query_attention_pytorch.attention import MultiheadGQA, scaled_dot_product_gqa

mhgqa = torch.compile(MultiheadGQA(embed_dim=64, query_heads=8, kv_heads=4))
x = torch.randn(2, 10, 64)
out, weights = mhgqa(x, x, x, is_causal=True, need_weights=True)
print(out.shape, weights.shape)

attend = torch.compile(scaled_dot_product_gqa)
q, k = torch.randn(2, 6, 8, 16), torch.randn(2, 10, 2, 16)
mask = torch.rand(2, 10) > 0.3
print(attend(q, k, k, mask=mask, force_grouped=True)[0].shape)
