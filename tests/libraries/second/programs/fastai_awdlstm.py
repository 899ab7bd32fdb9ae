import torch
from fastai.text.models.awdlstm import AWD_LSTM
from fastai.text.models.core import LinearDecoder, SequentialRNN

encoder = AWD_LSTM(32, 16, 24, 2, hidden_p=0.2, input_p=0.3, embed_p=0.1, weight_p=0.3)
model = SequentialRNN(encoder, LinearDecoder(32, 16, 0.1, tie_encoder=encoder.encoder))
compiled = torch.compile(model)
for _ in range(2):
    decoded, raw, dropped = compiled(torch.randint(0, 32, (2, 7)))
    decoded.sum().backward()
