import torch
from kraken.lib.vgsl.layers import ActConv2D, Dropout, LinSoftmax, MaxPool, MultiParamSequential, TransposedSummarizingRNN

net = MultiParamSequential(
    ActConv2D(1, 8, (3, 3), stride=(1, 1), nl="r", dilation=(1, 1)),
    MaxPool((2, 2), (2, 2)),
    Dropout(0.1, 2),
)
compiled = torch.compile(net)
out, seq_lens = compiled(torch.rand(2, 1, 16, 40), torch.tensor([40, 32]))
print(out.shape, seq_lens)
rnn = torch.compile(TransposedSummarizingRNN(8, 6, "b", False, False))
print(rnn(torch.rand(2, 8, 1, 20), torch.tensor([20, 16]))[0].shape)
head = torch.compile(LinSoftmax(8, 5))
print(head(torch.rand(2, 8, 1, 20), torch.tensor([20, 16]))[0].shape)
