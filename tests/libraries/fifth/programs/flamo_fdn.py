import torch
from flamo.processor import dsp, system

n = 3
feedback = system.Recursion(fF=dsp.parallelDelay(size=(n,), max_len=50, nfft=256, device="cpu", isint=True, requires_grad=False), fB=dsp.Matrix(size=(n, n), nfft=256, device="cpu", matrix_type="random", requires_grad=True))
core = system.Series(dsp.Gain(size=(n, 1), nfft=256, device="cpu", requires_grad=True), feedback, dsp.Gain(size=(1, n), nfft=256, device="cpu", requires_grad=True))
model = system.Shell(core, input_layer=dsp.FFT(256), output_layer=dsp.iFFT(256))
compiled = torch.compile(model)
impulse = torch.zeros(1, 256, 1)
impulse[:, 0] = 1
compiled(impulse).abs().mean().backward()
magnitude = torch.compile(model.get_freq_response)
print(magnitude(fs=8000).shape)
