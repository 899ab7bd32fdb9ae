import torch
from TorchCRF import CRF
from torch import nn


class Tagger(nn.Module):
    def __init__(self, words, labels):
        super().__init__()
        self.embed = nn.Embedding(words, 16, padding_idx=0)
        self.lstm = nn.LSTM(16, 8, batch_first=True, bidirectional=True)
        self.out = nn.Linear(16, labels)
        self.crf = CRF(labels)

    def forward(self, x, labels):
        mask = x > 0
        return -self.crf(self.out(self.lstm(self.embed(x))[0]), labels, mask).mean()

    @torch.compile
    def decode(self, x):
        return self.crf.viterbi_decode(self.out(self.lstm(self.embed(x))[0]), x > 0)


tagger = Tagger(30, 5)
x = torch.randint(1, 30, (3, 7))
x[1, 5:] = 0
labels = torch.randint(1, 5, (3, 7))
torch.compile(tagger)(x, labels).backward()
print(tagger.decode(x))
