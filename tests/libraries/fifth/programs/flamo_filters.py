import torch
from flamo.processor import dsp, system

chain = system.Series(dsp.Biquad(size=(1, 1), n_sections=2, filter_type="highpass", nfft=128, device="cpu", fs=8000, requires_grad=True), dsp.GEQ(size=(1, 1), octave_interval=1, nfft=128, device="cpu", fs=8000, requires_grad=True))
model = torch.compile(system.Shell(chain, input_layer=dsp.FFT(128), output_layer=dsp.Transform(lambda x: torch.abs(x), device="cpu")))
model(torch.randn(2, 128, 1)).mean().backward()
