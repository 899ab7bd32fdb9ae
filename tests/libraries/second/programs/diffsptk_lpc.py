import diffsptk
import torch
from torch import nn

analysis = nn.Sequential(diffsptk.Frame(200, 80), diffsptk.Window(200), diffsptk.LPC(200, 10), diffsptk.LinearPredictiveCoefficientsToLineSpectralPairs(10))
compiled = torch.compile(analysis)
compiled(torch.randn(1600))
