import torch
from lomo_optim import AdaLomo
from torch import nn

torch.manual_seed(0)
torch.distributed.init_process_group("gloo", store=torch.distributed.HashStore(), rank=0, world_size=1)
torch.Tensor.cuda = lambda self, *args, **kwargs: self
model = nn.Sequential(nn.Linear(6, 12), nn.GELU(), nn.Linear(12, 2))
optimizer = AdaLomo(model, lr=1e-2)
compiled = torch.compile(model)
update = torch.compile(lambda loss: optimizer.fused_backward(loss, 1e-2))
for _ in range(2):
    loss = nn.functional.cross_entropy(compiled(torch.randn(5, 6)), torch.randint(0, 2, (5,)))
    update(loss)
    print(loss.item())
