import torch
from auton_survival.models.dsm.dsm_torch import DeepSurvivalMachinesTorch
from auton_survival.models.dsm.losses import conditional_loss, unconditional_loss

model = DeepSurvivalMachinesTorch(inputdim=5, k=3, layers=[16], dist="Weibull")
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
x, t, e = torch.randn(32, 5), torch.rand(32) * 10 + 0.1, torch.randint(0, 2, (32,))
pretrain = torch.compile(unconditional_loss)
print(pretrain(model, t, e))
loss_fn = torch.compile(conditional_loss)
for _ in range(2):
    optimizer.zero_grad()
    loss = loss_fn(model, x, t, e, elbo=True)
    loss.backward()
    optimizer.step()
print(loss)
