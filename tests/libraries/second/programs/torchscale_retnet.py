import torch
from torchscale.architecture.config import RetNetConfig
from torchscale.architecture.retnet import RetNetDecoder

config = RetNetConfig(vocab_size=32, decoder_embed_dim=16, decoder_value_embed_dim=32, decoder_retention_heads=2, decoder_ffn_embed_dim=32, decoder_layers=2)
model = RetNetDecoder(config, embed_tokens=torch.nn.Embedding(32, 16))
compiled = torch.compile(model)
out, _ = compiled(torch.randint(0, 32, (2, 10)))
out.sum().backward()
