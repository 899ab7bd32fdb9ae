import torch
from torch import nn
from audyn.criterion.sdr import NegSISDR
from audyn.modules.conv_tasnet import TimeDilatedConvNet

net = nn.Sequential(nn.Conv1d(1, 16, 16, stride=8), TimeDilatedConvNet(16, hidden_channels=16, skip_channels=16, num_blocks=1, num_layers=2, is_causal=False),
                    nn.ConvTranspose1d(16, 1, 16, stride=8))
criterion = NegSISDR()
optimizer = torch.optim.Adam(net.parameters())


@torch.compile
def train_step(mixture, source):
    optimizer.zero_grad()
    loss = criterion(net(mixture), source)
    loss.backward()
    optimizer.step()
    return loss


print(train_step(torch.randn(2, 1, 800), torch.randn(2, 1, 800)).item())
