import torch
from torchcrop.nn import LearnedStressFactor, NeuralResidual, ParameterNet

stress, net = LearnedStressFactor(input_dim=4), ParameterNet(8, 5)


@torch.compile
def predict(tranrf, nstress, extra, embedding):
    return stress(tranrf, nstress, extra, extra * 0.5), net(embedding)


out = predict(torch.rand(6), torch.rand(6), torch.rand(6), torch.randn(2, 8))
print([o.shape for o in out], torch.compile(NeuralResidual(3))(torch.randn(4, 3)).shape)
