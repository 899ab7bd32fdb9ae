import torch
from pytorch_accelerated import Trainer
from pytorch_accelerated.callbacks import TrainerCallback
from torch import nn
from torch.utils.data import TensorDataset


class Recorder(TrainerCallback):
    def __init__(self):
        self.losses = []

    def on_train_step_end(self, trainer, batch, batch_output, **kwargs):
        self.losses.append(batch_output["loss"].item())


model = nn.Sequential(nn.Linear(6, 12), nn.ReLU(), nn.Linear(12, 1))
recorder = Recorder()
trainer = Trainer(torch.compile(model), loss_func=nn.MSELoss(), optimizer=torch.optim.AdamW(model.parameters(), lr=1e-2), callbacks=[recorder])
dataset = TensorDataset(torch.randn(32, 6), torch.randn(32, 1))
trainer.train(train_dataset=dataset, num_epochs=1, per_device_batch_size=8, train_dataloader_kwargs={"num_workers": 0})
print(recorder.losses)
