import torch
import torchdr

x = torch.randn(20, 5)
affinity = torchdr.EntropicAffinity(perplexity=5, max_iter=10)
torch.compile(affinity)(x)
gaussian = torchdr.NormalizedGaussianAffinity()
torch.compile(gaussian)(x)
