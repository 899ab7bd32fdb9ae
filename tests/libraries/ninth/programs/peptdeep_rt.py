import torch
from peptdeep.model.building_block import SeqAttentionSum, SeqCNN
from peptdeep.model.rt import Model_RT_LSTM_CNN

torch.manual_seed(0)
elements = 109
model = torch.compile(Model_RT_LSTM_CNN(0.1))
convolve, pool = SeqCNN(16), SeqAttentionSum(64)
featurise = torch.compile(lambda x: pool(convolve(x)))
out = model(torch.randint(1, 27, (3, 10)), torch.zeros(3, 10, elements))
out.square().mean().backward()
print(out.shape, featurise(torch.randn(3, 10, 16)).shape)
