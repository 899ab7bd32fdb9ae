import torch
from panns_inference.models import Cnn14, Cnn14_DecisionLevelMax

model = Cnn14(sample_rate=8000, window_size=256, hop_size=80, mel_bins=64, fmin=50, fmax=4000, classes_num=10).eval()
events = Cnn14_DecisionLevelMax(sample_rate=8000, window_size=256, hop_size=80, mel_bins=64, fmin=50, fmax=4000, classes_num=10).eval()
model, events = torch.compile(model), torch.compile(events)
with torch.no_grad():
    out = model(torch.randn(1, 8000))
    frames = events(torch.randn(1, 8000))
print(out["clipwise_output"].shape, frames["framewise_output"].shape)
