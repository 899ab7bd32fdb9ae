import numpy as np
import torch
from clarity.enhancer.dsp.filter import AudiometricFIR
from clarity.predictor.torch_msbg import MSBGHearingModel, torchloudnorm
from clarity.predictor.torch_stoi import NegSTOILoss

audiometric = np.array([250, 500, 1000, 2000, 3000, 4000, 6000, 8000])
audiogram = np.array([10, 15, 20, 30, 35, 40, 50, 60])
ear = MSBGHearingModel(audiogram=audiogram, audiometric=audiometric, sr=44100, kernel_size=129)
normalise = torchloudnorm(sample_rate=44100)
simulate = torch.compile(lambda x: ear(normalise(x)))
print(simulate(torch.randn(1, 44100) * 0.05).shape)
