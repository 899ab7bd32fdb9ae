import torch
from torchlpc import sample_wise_lpc


@torch.compile
def synthesize(excitation, logits):
    coefficients = 0.3 * torch.tanh(logits)
    return sample_wise_lpc(excitation, coefficients)


logits = torch.randn(2, 50, 3, requires_grad=True)
synthesize(torch.randn(2, 50), logits).square().mean().backward()
