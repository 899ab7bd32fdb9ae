import torch
from doctr.models.classification.mobilenet.pytorch import mobilenet_v3_small
from doctr.models.recognition.crnn.pytorch import CRNN

features = mobilenet_v3_small(pretrained=False)
model = CRNN(features.features, vocab="abcdef", rnn_units=16, input_shape=(3, 32, 64)).train()
compiled = torch.compile(model)
out = compiled(torch.rand(2, 3, 32, 64), target=["abc", "fed"])
out["loss"].backward()
