import torch
import torchcrepe

model = torch.compile(torchcrepe.Crepe("tiny").eval())
with torch.no_grad():
    probabilities = model(torch.randn(6, 1024))
decode = torch.compile(torchcrepe.decode.weighted_argmax)
print(decode(probabilities.t()[None])[1].shape)
