import torch
from gradient_descent_the_ultimate_optimizer import gdtuo
from torch import nn

model = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 4))
wrapper = gdtuo.ModuleWrapper(model, optimizer=gdtuo.Adam(optimizer=gdtuo.SGD(1e-5)))
wrapper.initialize()


@torch.compile
def train(x, y):
    wrapper.begin()
    loss = nn.functional.cross_entropy(wrapper.forward(x), y)
    wrapper.zero_grad()
    loss.backward(create_graph=True)
    wrapper.step()
    return loss.detach()


for _ in range(2):
    print(train(torch.randn(12, 8), torch.randint(0, 4, (12,))))
