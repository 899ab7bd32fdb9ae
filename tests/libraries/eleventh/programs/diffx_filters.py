import torch
from torch import nn
from diffFx_pytorch.processors.distortion import TanHDist
from diffFx_pytorch.processors.eq import ParametricEqualizer
from diffFx_pytorch.processors.filters import BiquadFilter

eq, drive = ParametricEqualizer(16000, num_peak_filters=2), TanHDist(16000)
controller = nn.Sequential(nn.Linear(16, eq.count_num_parameters() + drive.count_num_parameters()), nn.Sigmoid())


@torch.compile
def chain(audio, embedding):
    a, b = controller(embedding).split([eq.count_num_parameters(), drive.count_num_parameters()], -1)
    return drive(eq(audio, nn_params=a), nn_params=b)


print(chain(torch.randn(2, 1, 1024), torch.randn(2, 16)).shape)
low_pass = BiquadFilter(16000, filter_type="LP")
print(torch.compile(low_pass)(torch.randn(1, 1, 1024), nn_params=torch.rand(1, low_pass.count_num_parameters())).shape)
