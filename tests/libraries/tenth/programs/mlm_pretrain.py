import torch
from torch import nn
from mlm_pytorch import MLM


class Encoder(nn.Module):
    def __init__(self, vocabulary=100, dim=32):
        super().__init__()
        self.embed = nn.Embedding(vocabulary, dim)
        self.layer = nn.TransformerEncoderLayer(dim, 4, 64, dropout=0.0, batch_first=True)
        self.head = nn.Linear(dim, vocabulary)

    def forward(self, ids, **_):
        return self.head(self.layer(self.embed(ids)))


trainer = MLM(Encoder(), mask_token_id=2, pad_token_id=0, mask_prob=0.15, replace_prob=0.9, num_tokens=100,
              random_token_prob=0.1, mask_ignore_token_ids=[1])
compiled = torch.compile(trainer)
loss = compiled(torch.randint(3, 100, (4, 24)))
loss.backward()
print(loss.item())
