import torch
from torch import nn
from linear_crf import LinearCRF

num_tags = 5
encoder = nn.LSTM(8, num_tags)
model = LinearCRF(num_tags)
optimizer = torch.optim.SGD([*encoder.parameters(), *model.parameters()], lr=0.1)


@torch.compile
def nll(x, labels):
    return model(encoder(x)[0], labels, None)


loss = nll(torch.randn(6, 4, 8), torch.randint(num_tags, (6, 4)))
loss.backward()
optimizer.step()
print(loss.item())
