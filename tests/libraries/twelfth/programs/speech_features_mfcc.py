import torch
from pytorch_speech_features import logfbank, mfcc


@torch.compile
def features(signal):
    return mfcc(signal, 16000), logfbank(signal, 16000)


print([f.shape for f in features(torch.randn(4000))])
