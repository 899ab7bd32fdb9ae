import torch
from denoiser.demucs import Demucs, DemucsStreamer

model = Demucs(hidden=4, depth=2, resample=2, sample_rate=4000, causal=True).eval()
streamer = DemucsStreamer(model, dry=0.1, num_frames=1)
feed = torch.compile(streamer.feed)
with torch.no_grad():
    for _ in range(2):
        out = feed(torch.randn(1, 1500))
    print(out.shape, streamer.flush().shape)
