import diffsptk
import torch

stft = diffsptk.STFT(frame_length=200, frame_period=80, fft_length=256)
mcep = diffsptk.MelCepstralAnalysis(fft_length=256, cep_order=12, alpha=0.42, n_iter=2)
analysis = torch.compile(lambda x: mcep(stft(x)))
x = torch.randn(1600, requires_grad=True)
analysis(x).sum().backward()
