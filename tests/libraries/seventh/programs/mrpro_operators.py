import torch
from mrpro.operators import FastFourierOp, FiniteDifferenceOp, SensitivityOp, WaveletOp
from mrpro.operators.functionals import L1Norm, MSE, SSIM

fourier = FastFourierOp(dim=(-2, -1), recon_matrix=(16, 16), encoding_matrix=(24, 24))
gradient = FiniteDifferenceOp(dim=(-2, -1), mode="forward")
l1 = L1Norm(divide_by_n=True)
target = fourier(torch.randn(1, 1, 1, 16, 16, dtype=torch.complex64))[0]


@torch.compile
def objective(image):
    (kspace,) = fourier(image)
    (data_term,) = MSE(target)(kspace)
    (tv,) = l1(gradient(image)[0])
    return data_term + 0.01 * tv


image = torch.randn(1, 1, 1, 16, 16, dtype=torch.complex64, requires_grad=True)
loss = objective(image)
loss.backward()
prox = torch.compile(l1.prox)
print(loss, prox(image.detach(), sigma=0.1)[0].abs().mean())
wavelet = WaveletOp(domain_shape=(16, 16), dim=(-2, -1), wavelet_name="haar", level=2)
print(torch.compile(wavelet)(image.detach())[0].shape)
