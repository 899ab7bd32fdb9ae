import torch
from stanza.models.common.loss import FocalLoss, MaxEntropySequenceLoss
from stanza.models.common.seq2seq_modules import LSTMAttention
from torch import nn

torch.manual_seed(0)
decoder = LSTMAttention(8, 16, batch_first=True, attn_type="soft")
head = nn.Linear(16, 10)
criterion = MaxEntropySequenceLoss(10, 0.1)


@torch.compile
def step(inputs, hidden, context, mask, targets):
    out, _ = decoder(inputs, hidden, context, mask)
    return criterion(head(out).log_softmax(-1).view(-1, 10), targets.view(-1))


hidden = (torch.zeros(2, 16), torch.zeros(2, 16))
mask = torch.zeros(2, 6, dtype=torch.bool)
loss = step(torch.randn(2, 4, 8), hidden, torch.randn(2, 6, 16), mask, torch.randint(1, 10, (2, 4)))
loss.backward()
focal = torch.compile(FocalLoss(gamma=1.5))
print(loss.item(), focal(torch.randn(6, 3), torch.randint(0, 3, (6,))).item())
