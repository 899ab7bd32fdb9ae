import torch
from joeynmt.decoders import TransformerDecoder
from joeynmt.encoders import TransformerEncoder
from joeynmt.loss import XentLoss
from torch import nn

vocab, size, pad = 30, 16, 1
embed = nn.Embedding(vocab, size, padding_idx=pad)
encoder = TransformerEncoder(hidden_size=size, ff_size=32, num_layers=1, num_heads=2, dropout=0.0)
decoder = TransformerDecoder(num_layers=1, num_heads=2, hidden_size=size, ff_size=32, vocab_size=vocab, dropout=0.0)
criterion = XentLoss(pad_index=pad, smoothing=0.1)


@torch.compile
def translate_loss(src, trg_input, trg):
    src_mask, trg_mask = (src != pad).unsqueeze(1), (trg_input != pad).unsqueeze(1)
    memory, hidden, *_ = encoder(embed(src), (src != pad).sum(1), src_mask)
    logits, *_ = decoder(
        trg_embed=embed(trg_input), encoder_output=memory, encoder_hidden=hidden, src_mask=src_mask,
        unroll_steps=None, hidden=None, trg_mask=trg_mask,
    )
    return criterion(logits.log_softmax(-1), trg=trg)


src, trg = torch.randint(2, vocab, (2, 7)), torch.randint(2, vocab, (2, 6))
src[1, 5:] = pad
loss = translate_loss(src, trg[:, :-1], trg[:, 1:])
loss = loss[0] if isinstance(loss, tuple) else loss
loss.backward()
print(loss.item())
