import torch
from joeynmt.decoders import RecurrentDecoder
from joeynmt.encoders import RecurrentEncoder
from torch import nn

torch.manual_seed(0)
vocab, size = 20, 12
embed = nn.Embedding(vocab, size)
encoder = RecurrentEncoder(rnn_type="gru", hidden_size=8, emb_size=size, bidirectional=True)
decoder = RecurrentDecoder(rnn_type="gru", emb_size=size, hidden_size=16, encoder=encoder, attention="bahdanau", vocab_size=vocab, init_hidden="bridge")
encode, decode = torch.compile(encoder), torch.compile(decoder)
src, trg = torch.randint(0, vocab, (2, 6)), torch.randint(0, vocab, (2, 4))
mask = torch.ones(2, 1, 6, dtype=torch.bool)
memory, hidden = encode(embed(src), torch.tensor([6, 6]), mask)[:2]
out = decode(embed(trg), memory, hidden, mask, 4, None, None)
print(out[0].shape)
