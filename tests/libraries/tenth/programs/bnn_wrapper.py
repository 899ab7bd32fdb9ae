import torch
from bnn import BConv2d, BLinear, BModule, KLLoss


class Net(BModule):
    def __init__(self):
        super().__init__()
        self.conv = BConv2d(1, 4, 3)
        self.head = BLinear(4 * 36, 3)

    def forward(self, x):
        return self.head(torch.relu(self.conv(x)).flatten(1))


net, criterion = Net(), KLLoss()


@torch.compile
def loss_fn(x, y):
    net.zero_kl_div()
    outputs = torch.stack([net(x) for _ in range(2)])
    return criterion(outputs=outputs, target=y, kld=net.get_kl_div(), batch_idx=0, total_batches=10)


loss = loss_fn(torch.randn(4, 1, 8, 8), torch.tensor([0, 1, 2, 0]))
loss.backward()
print(loss.item())
