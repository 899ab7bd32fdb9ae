import torch
from ml4gw.transforms import MultiResolutionSpectrogram, QScan

qscan = QScan(duration=1, sample_rate=512, spectrogram_shape=[32, 32], qrange=[4, 16], frange=[20, 200])
scan = torch.compile(qscan)
print(scan(torch.randn(1, 512)).shape)
spectrogram = torch.compile(MultiResolutionSpectrogram(kernel_length=1, sample_rate=512, n_fft=[64, 128]))
print(spectrogram(torch.randn(2, 2, 512)).shape)
