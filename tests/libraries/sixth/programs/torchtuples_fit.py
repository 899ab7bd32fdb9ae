import torch
import torchtuples as tt
from torch import nn

net = torch.compile(tt.practical.MLPVanilla(6, [16, 16], 1, batch_norm=True, dropout=0.1))
model = tt.Model(net, nn.MSELoss(), tt.optim.Adam(0.01), device="cpu")
model.fit(torch.randn(32, 6), torch.randn(32, 1), batch_size=16, epochs=1, verbose=False)
model.predict(torch.randn(8, 6))
