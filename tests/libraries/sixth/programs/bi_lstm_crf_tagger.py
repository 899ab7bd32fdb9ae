import torch
from bi_lstm_crf.model import BiRnnCrf

model = BiRnnCrf(vocab_size=30, tagset_size=5, embedding_dim=8, hidden_dim=16)
xs = torch.randint(1, 30, (3, 7))
xs[1, 5:] = 0
tags = torch.randint(0, 5, (3, 7))
loss = torch.compile(model.loss)
loss(xs, tags).backward()
predict = torch.compile(model)
with torch.no_grad():
    scores, sequences = predict(xs)
