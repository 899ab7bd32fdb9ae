import torch
from charformer_pytorch import GBST
from torch import nn


class ByteClassifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokenizer = GBST(num_tokens=257, dim=32, max_block_size=4, downsample_factor=4, score_consensus_attn=True)
        layer = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 1)
        self.head = nn.Linear(32, 2)

    def forward(self, tokens, mask):
        x, mask = self.tokenizer(tokens, mask=mask)
        x = self.encoder(x, src_key_padding_mask=~mask)
        return self.head(x.mean(dim=1))


model = torch.compile(ByteClassifier())
tokens = torch.randint(0, 257, (2, 63))
mask = torch.ones(2, 63).bool()
print(model(tokens, mask).shape)
