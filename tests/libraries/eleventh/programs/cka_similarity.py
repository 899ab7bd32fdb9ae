import torch
from torch import nn
from cka_pytorch.hsic import hsic1


@torch.compile
def cka(x, y):
    gram_x, gram_y = x @ x.mT, y @ y.mT
    return hsic1(gram_x, gram_y) / torch.sqrt(hsic1(gram_x, gram_x) * hsic1(gram_y, gram_y))


print(cka(torch.randn(1, 12, 5), torch.randn(1, 12, 7)))
