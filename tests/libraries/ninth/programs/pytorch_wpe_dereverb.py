import torch
from pytorch_wpe import get_power, wpe_one_iteration
from torch_complex.tensor import ComplexTensor

torch.manual_seed(0)
signal = ComplexTensor(torch.randn(5, 2, 30), torch.randn(5, 2, 30))


@torch.compile
def dereverberate(observed):
    enhanced = observed
    for _ in range(2):
        power = get_power(enhanced)
        enhanced = wpe_one_iteration(observed, power, taps=3, delay=1)
    return enhanced


print(dereverberate(signal).shape)
