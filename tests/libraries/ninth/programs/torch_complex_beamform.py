import torch
import torch_complex.functional as FC
from torch_complex.tensor import ComplexTensor

torch.manual_seed(0)


@torch.compile
def mvdr(mixture, mask):
    psd_speech = FC.einsum("...ct,...et->...tce", [mixture * mask, mixture.conj()]).sum(-3)
    psd_noise = FC.einsum("...ct,...et->...tce", [mixture * (1 - mask), mixture.conj()]).sum(-3)
    eye = torch.eye(mixture.size(-2))
    numerator = FC.matmul((psd_noise + ComplexTensor(eye * 1e-2, torch.zeros_like(eye))).inverse(), psd_speech)
    weights = numerator / FC.trace(numerator)[..., None, None]
    return FC.einsum("...c,...ct->...t", [weights[..., 0].conj(), mixture])


mixture = ComplexTensor(torch.randn(6, 3, 20), torch.randn(6, 3, 20))
out = mvdr(mixture, torch.rand(6, 1, 20))
print(out.shape, out.abs().mean())
