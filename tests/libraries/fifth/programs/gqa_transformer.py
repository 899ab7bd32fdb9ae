import torch
from grouped_query_attention_pytorch.transformer import GQATransformerLM

net = GQATransformerLM(num_tokens=64, d_model=64, nhead=8, kv_heads=2, num_encoder_layers=1, num_decoder_layers=1, dim_feedforward=64)
compiled = torch.compile(net)
tokens = torch.randint(0, 64, (2, 12))
logits = compiled(tokens, is_causal=True)
torch.nn.functional.cross_entropy(logits[:, :-1].reshape(-1, 64), tokens[:, 1:].reshape(-1)).backward()
