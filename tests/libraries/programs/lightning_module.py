import pytorch_lightning as pl
import torch
from torch import nn


class LitAutoEncoder(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(28, 16), nn.ReLU(), nn.Linear(16, 3))
        self.decoder = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 28))

    def forward(self, x):
        return self.encoder(x)

    def training_step(self, batch, batch_idx):
        x = batch.to(self.device)
        return nn.functional.mse_loss(self.decoder(self(x)), x)

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=1e-3)


model = LitAutoEncoder()
training_step = torch.compile(model.training_step)
optimizer = model.configure_optimizers()
for batch_idx in range(2):
    training_step(torch.randn(4, 28), batch_idx).backward()
    optimizer.step()
