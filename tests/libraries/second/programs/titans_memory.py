import torch
from titans_pytorch import NeuralMemory

memory = NeuralMemory(dim=16, chunk_size=4, dim_head=8, heads=2)
compiled = torch.compile(memory)
retrieved, state = compiled(torch.randn(2, 16, 16))
retrieved.sum().backward()
