import torch
from torchrecurrent import MGU, IndRNN, LEM

x = torch.randn(6, 3, 10)
for cls in (MGU, IndRNN, LEM):
    rnn = cls(input_size=10, hidden_size=12, num_layers=2)
    compiled = torch.compile(rnn)
    out, hidden = compiled(x)
    out.mean().backward()
    print(cls.__name__, out.shape)
