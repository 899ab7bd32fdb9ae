import norse.torch as norse
import torch

model = norse.SequentialState(torch.nn.Linear(8, 16), norse.LIFCell(), torch.nn.Linear(16, 4), norse.LICell())
compiled = torch.compile(model)
state, total = None, 0
for step in range(3):
    out, state = compiled(torch.randn(2, 8), state)
    total = total + out
total.sum().backward()
