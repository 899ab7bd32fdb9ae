import torch
from bert_pytorch import BERT
from bert_pytorch.model import BERTLM
from torch import nn

bert = BERT(vocab_size=50, hidden=32, n_layers=2, attn_heads=4)
model = torch.compile(BERTLM(bert, 50))
tokens, segments = torch.randint(1, 50, (2, 12)), torch.randint(0, 2, (2, 12))
next_sentence, mask_lm = model(tokens, segments)
criterion = nn.NLLLoss(ignore_index=0)
(criterion(next_sentence, torch.tensor([0, 1])) + criterion(mask_lm.transpose(1, 2), tokens)).backward()
