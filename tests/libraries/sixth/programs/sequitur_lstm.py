import torch
from sequitur.models import LSTM_AE

model = LSTM_AE(input_dim=3, encoding_dim=5, h_dims=[16], h_activ=None, out_activ=None)
compiled = torch.compile(model)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
for _ in range(2):
    x = torch.randn(10, 3)
    loss = torch.nn.functional.mse_loss(compiled(x), x)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
