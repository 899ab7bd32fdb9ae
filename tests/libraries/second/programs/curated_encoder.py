import torch
from curated_transformers.layers.attention import AttentionMask
from curated_transformers.models import BERTConfig, BERTEncoder

config = BERTConfig(embedding_width=16, hidden_width=16, intermediate_width=32, n_attention_heads=2, n_hidden_layers=2, n_pieces=32)
encoder = torch.compile(BERTEncoder(config))
ids = torch.randint(0, 32, (2, 7))
encoder(ids, AttentionMask(torch.ones_like(ids).bool())).last_hidden_layer_state.sum().backward()
