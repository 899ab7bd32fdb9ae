import torch
from skorch import NeuralNetClassifier
from torch import nn

net = NeuralNetClassifier(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2), nn.Softmax(-1)), criterion=nn.NLLLoss, lr=0.1)
net.initialize()


@torch.compile
def loss_of(x, y):
    probabilities = net.infer(x)
    return net.get_loss(probabilities, y, training=True)


loss_of(torch.randn(6, 4), torch.randint(0, 2, (6,))).backward()
