import torch
from audyn.modules.vq import VectorQuantizer

quantizer = VectorQuantizer(codebook_size=16, embedding_dim=8)
compiled = torch.compile(quantizer)
out = compiled(torch.randn(2, 8, 10))
print([o.shape for o in out])
