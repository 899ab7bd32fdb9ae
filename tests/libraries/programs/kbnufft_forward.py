import torch
import torchkbnufft as tkbn

nufft = tkbn.KbNufft(im_size=(16, 16))
adjoint = tkbn.KbNufftAdjoint(im_size=(16, 16))


@torch.compile
def normal_operator(image, trajectory):
    return adjoint(nufft(image, trajectory), trajectory)


image = torch.randn(1, 1, 16, 16, dtype=torch.complex64)
with torch.no_grad():
    normal_operator(image, torch.rand(2, 40) * 6.28 - 3.14)
