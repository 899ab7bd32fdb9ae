import torch
from auto_esn.esn.esn import DeepESN

esn = DeepESN(input_size=1, hidden_size=100, num_layers=2, washout=5)
series = torch.cos(torch.linspace(0, 12, 60)).unsqueeze(-1)
esn.fit(series[:-1], series[1:])
predict = torch.compile(esn)
with torch.no_grad():
    predict(series[:20])
