import torch
from quantizer_pytorch import Quantizer1d

quantizer = Quantizer1d(channels=32, num_groups=1, codebook_size=16, num_residuals=2, shared_codebook=True, expire_threshold=0.05)
compiled = torch.compile(quantizer)
x = torch.randn(1, 32, 20)
out, info = compiled(x, with_info=True)
print(out.shape, list(info))
