import torch
from torch import nn
from torchinfo import summary


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(1, 10, 5), nn.Conv2d(10, 20, 5)
        self.fc = nn.Linear(320, 10)

    def forward(self, x):
        x = torch.relu(torch.max_pool2d(self.conv1(x), 2))
        x = torch.relu(torch.max_pool2d(self.conv2(x), 2))
        return torch.log_softmax(self.fc(x.flatten(1)), dim=1)


model = Net()
stats = summary(model, input_size=(2, 1, 28, 28), verbose=0)
compiled = torch.compile(model)
print(stats.total_params, compiled(torch.rand(2, 1, 28, 28)).shape)


@torch.compile
def describe(x):
    result = summary(model, input_data=x, verbose=0, col_names=("output_size", "num_params"))
    return result.total_mult_adds


print(describe(torch.rand(2, 1, 28, 28)))
