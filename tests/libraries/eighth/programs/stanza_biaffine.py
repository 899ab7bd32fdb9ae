import torch
from stanza.models.common.biaffine import DeepBiaffineScorer
from stanza.models.common.crf import CRFLoss
from stanza.models.common.hlstm import HighwayLSTM
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

torch.manual_seed(0)
lstm = HighwayLSTM(8, 8, 1, batch_first=True, bidirectional=True, dropout=0.1, rec_dropout=0.1, highway_func=torch.tanh, pad=True)
arc = DeepBiaffineScorer(16, 16, 8, 1, pairwise=True, dropout=0.1)
tags, crf = nn.Linear(16, 4), CRFLoss(4)


@torch.compile
def parse(x, lengths, mask, labels):
    hidden, _ = lstm(x, lengths)
    loss, _ = crf(tags(hidden), mask, labels)
    return arc(hidden, hidden).squeeze(3), loss


x, lengths = torch.randn(2, 5, 8), [5, 4]
mask = torch.tensor([[False] * 5, [False] * 4 + [True]])
scores, loss = parse(x, lengths, mask, torch.randint(0, 4, (2, 5)))
(loss + scores.mean()).backward()
print(scores.shape, loss.item())
