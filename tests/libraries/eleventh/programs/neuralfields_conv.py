import torch
from neuralfields import MirroredConv1d, NeuralField

field = NeuralField(input_size=3, hidden_size=17, output_size=1, conv_kernel_size=5)
compiled = torch.compile(field)
out, _ = compiled(torch.randn(2, 8, 3))
conv = torch.compile(MirroredConv1d(1, 1, kernel_size=5))
print(out.shape, conv(torch.randn(2, 1, 20)).shape)
