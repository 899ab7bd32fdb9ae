import torch
from pytorch_fid.inception import FIDInceptionA, FIDInceptionC, FIDInceptionE_2, InceptionV3

block = torch.nn.Sequential(FIDInceptionA(16, pool_features=8), FIDInceptionC(8 + 64 + 64 + 96, channels_7x7=16)).eval()
features = torch.compile(block)
with torch.no_grad():
    print(features(torch.randn(1, 16, 12, 12)).shape)
