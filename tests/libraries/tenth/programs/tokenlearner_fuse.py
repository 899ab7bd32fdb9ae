import torch
from torch import nn
from tokenlearner_pytorch import TokenFuser, TokenLearner


class Block(nn.Module):
    def __init__(self, channels=12, tokens=4):
        super().__init__()
        self.learner = TokenLearner(S=tokens)
        self.attention = nn.MultiheadAttention(channels, 2, batch_first=True)
        self.fuser = TokenFuser(H=8, W=8, C=channels, S=tokens)

    def forward(self, x):
        y = self.learner(x)
        y, _ = self.attention(y, y, y)
        return self.fuser(y.contiguous(), x)


block = torch.compile(Block())
out = block(torch.rand(2, 8, 8, 12))
print(out.shape)
