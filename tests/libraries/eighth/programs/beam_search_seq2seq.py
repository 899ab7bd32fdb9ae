import torch
from pytorch_beam_search import seq2seq

torch.manual_seed(0)
source = [list("abcd"), list("bcda"), list("cdab")]
target = [list("dcba"), list("adcb"), list("badc")]
source_index, target_index = seq2seq.Index(source), seq2seq.Index(target)
X, Y = source_index.text2tensor(source), target_index.text2tensor(target)
model = seq2seq.Transformer(source_index, target_index, max_sequence_length=12, embedding_dimension=16, feedforward_dimension=32, encoder_layers=1, decoder_layers=1)
compiled = torch.compile(model)
loss = torch.nn.functional.cross_entropy(compiled(X, Y[:, :-1]).flatten(0, 1), Y[:, 1:].flatten())
loss.backward()
search = torch.compile(seq2seq.beam_search)
predictions, scores = search(model.eval(), X, predictions=4, beam_width=2)
print(loss.item(), predictions.shape)
