import torch
from dct_autoencoder import DCTAutoencoder

codec = DCTAutoencoder(block_size=8, luminance_compression_ratio=0.5, chrominance_compression_ratio=0.25)
encode, decode = torch.compile(codec.encode), torch.compile(codec.decode)
images = torch.rand(2, 3, 32, 32)
code = encode(images)
print(code.shape, decode(code).shape)
compress = torch.compile(lambda x: codec.decompress(codec.compress(x)))
print(compress(code).shape)
