import torch
from torch import nn
from polytorch import BinaryData, CategoricalData, ContinuousData, PolyEmbedding, PolyLoss
from polytorch.modules import PolyLinear

inputs = [CategoricalData(5, name="kind"), ContinuousData(name="size"), BinaryData(name="flag")]
outputs = [CategoricalData(3, name="label"), ContinuousData(name="value")]
embedding, loss_fn = PolyEmbedding(input_types=inputs, embedding_size=8), PolyLoss(outputs)
head = PolyLinear(in_features=8, output_types=outputs)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.head = embedding, head

    def forward(self, *x):
        return self.head(self.embedding(*x))


net = Net()
x = torch.randint(0, 5, (6,)), torch.randn(6), torch.randint(0, 2, (6,))
net(*x)
compiled = torch.compile(net)
out = compiled(*x)
loss = torch.compile(loss_fn)(out, torch.randint(0, 3, (6,)), torch.randn(6))
loss.backward()
print(loss.item())
