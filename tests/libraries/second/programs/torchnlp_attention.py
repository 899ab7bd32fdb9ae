import torch
from torchnlp.nn import Attention, CNNEncoder, LockedDropout, WeightDropLinear

attention, encoder = Attention(16), CNNEncoder(16, num_filters=8, ngram_filter_sizes=(2, 3))
dropout = LockedDropout(0.2)


@torch.compile
def forward(query, context):
    out, weights = attention(query, context)
    return encoder(dropout(out)), weights


forward(torch.randn(2, 5, 16), torch.randn(2, 7, 16))[0].sum().backward()
