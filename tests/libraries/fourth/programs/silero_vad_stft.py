import torch
from silero_vad import get_speech_timestamps, load_silero_vad

vad = load_silero_vad()
prob = torch.compile(lambda x: vad(x, 16000))
print(prob(torch.randn(1, 512)))
