import torch
import torch_levenberg_marquardt as tlm
from torch import nn

model = nn.Sequential(nn.Linear(1, 6), nn.Tanh(), nn.Linear(6, 1))
module = tlm.training.LevenbergMarquardtModule(model=model, loss_fn=tlm.loss.MSELoss(), learning_rate=1.0, attempts_per_step=3, solve_method="qr")
train = torch.compile(module.training_step)
x = torch.linspace(-1, 1, 20).unsqueeze(1)
for _ in range(2):
    train(x, torch.sin(x))
