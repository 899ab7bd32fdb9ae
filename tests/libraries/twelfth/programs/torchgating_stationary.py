import torch
from torchgating import TorchGating

gate = TorchGating(sr=8000, nonstationary=False)


@torch.compile
def clean(speech, noise):
    return gate(speech, noise)


print(clean(torch.randn(1, 8000), torch.randn(1, 4000)).shape)
