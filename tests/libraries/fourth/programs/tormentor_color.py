import torch
import tormentor

aug = tormentor.RandomInvert()
compiled = torch.compile(lambda x: aug(x))
print(compiled(torch.rand(2, 3, 16, 16)).shape)
