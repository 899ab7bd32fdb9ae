import torch
from fnet import FNet

config = dict(vocab_size=100, hidden_size=32, embedding_size=32, intermediate_size=64, max_position_embeddings=16, pad_token_id=0, type_vocab_size=4,
              layer_norm_eps=1e-12, dropout_rate=0.1, num_hidden_layers=2, fourier="fft")
model = FNet(config).eval()
compiled = torch.compile(model)
ids = torch.randint(1, 100, (2, 16))
out = compiled(ids, torch.zeros_like(ids))
print([o.shape for o in out] if isinstance(out, tuple) else out.shape)
