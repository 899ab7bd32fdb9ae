import torch
from d3rlpy.models.encoders import VectorEncoderFactory

encoder = VectorEncoderFactory([16, 16]).create((4,))
compiled = torch.compile(encoder)
compiled(torch.randn(3, 4)).sum().backward()
