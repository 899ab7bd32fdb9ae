import torch
from vocos.heads import ISTFTHead
from vocos.models import VocosBackbone

backbone = VocosBackbone(input_channels=20, dim=32, intermediate_dim=64, num_layers=2)
head = ISTFTHead(dim=32, n_fft=128, hop_length=32, padding="center")
decode = torch.compile(lambda mel: head(backbone(mel)))
decode(torch.randn(1, 20, 24)).mean().backward()
