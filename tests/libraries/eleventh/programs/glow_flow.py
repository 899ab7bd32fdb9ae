import torch
from glow import Glow

model = Glow(nb_channels=3, nb_blocks=2, nb_flows=2, grad_checkpoint=False)
x = torch.rand(2, 3, 16, 16)
model(x)
compiled = torch.compile(model)
log_p, logdet, zs = compiled(x)
loss = -(log_p + logdet).mean() / x[0].numel()
loss.backward()
print(loss.item(), [z.shape for z in zs])
