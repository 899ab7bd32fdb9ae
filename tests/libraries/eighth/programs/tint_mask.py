import torch
from tint.attr.models import ExtremalMaskNet
from tint.models import RNN

torch.manual_seed(0)
forecaster = RNN(input_size=3, rnn="gru", hidden_size=3)
net = ExtremalMaskNet(forecaster, model=RNN(input_size=3, rnn="gru", hidden_size=3), batch_size=4, lambda_1=0.1, lambda_2=0.1)
x = torch.rand(4, 5, 3)
net.net.init(input_size=(4, 5, 3), batch_size=4)
masked = torch.compile(net.net)
y_hat1, y_hat2 = masked(x, 0, torch.zeros_like(x), None)
loss = (y_hat1 - forecaster(x)).square().mean()
loss.backward()
print(y_hat1.shape, loss.item())
