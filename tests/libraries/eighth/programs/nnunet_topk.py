import torch
from nnunetv2.training.loss.compound_losses import DC_and_topk_loss
from nnunetv2.training.lr_scheduler.polylr import PolyLRScheduler
from torch import nn

network = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.LeakyReLU(), nn.Conv2d(8, 2, 1))
criterion = DC_and_topk_loss({"batch_dice": False, "smooth": 1.0, "do_bg": True, "ddp": False}, {"k": 20})
optimizer = torch.optim.SGD(network.parameters(), lr=0.01, momentum=0.99, nesterov=True)
scheduler = PolyLRScheduler(optimizer, 0.01, 10)
model, loss_function = torch.compile(network), torch.compile(criterion)
for epoch in range(2):
    image, target = torch.randn(2, 1, 16, 16), torch.randint(0, 2, (2, 1, 16, 16))
    optimizer.zero_grad()
    loss = loss_function(model(image), target.float())
    loss.backward()
    optimizer.step()
    scheduler.step(epoch)
    print(loss.item())
