import torch
from cqt_pytorch import CQT

transform = CQT(num_octaves=4, num_bins_per_octave=12, sample_rate=8000, block_length=2**12)
encode = torch.compile(transform.encode)
decode = torch.compile(transform.decode)

x = torch.randn(1, 2, 2**13)
z = encode(x)
y = decode(z)
print(z.shape, (x - y).abs().mean())
