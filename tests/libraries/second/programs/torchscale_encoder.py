import torch
from torchscale.architecture.config import EncoderConfig
from torchscale.architecture.encoder import Encoder

config = EncoderConfig(vocab_size=32, encoder_embed_dim=16, encoder_attention_heads=2, encoder_ffn_embed_dim=32, encoder_layers=2, rel_pos_buckets=8, max_rel_pos=16, drop_path_rate=0.1)
model = Encoder(config, embed_tokens=torch.nn.Embedding(32, 16))
compiled = torch.compile(model)
compiled(src_tokens=torch.randint(2, 32, (2, 9)))["encoder_out"].sum().backward()
