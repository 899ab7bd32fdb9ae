import torch
from TTS.tts.layers.glow_tts.decoder import Decoder
from TTS.tts.layers.glow_tts.duration_predictor import DurationPredictor
from TTS.tts.utils.helpers import sequence_mask

torch.manual_seed(0)
decoder = Decoder(8, 16, 3, 1, num_flow_blocks=2, num_coupling_layers=2, num_splits=4, num_squeeze=2)
durations = DurationPredictor(8, 16, 3, 0.1)


@torch.compile
def flow_loss(mel, lengths):
    mask = sequence_mask(lengths, mel.shape[2]).unsqueeze(1).to(mel.dtype)
    z, log_det = decoder(mel, mask)
    return 0.5 * (z**2).sum() / mask.sum() - log_det.mean(), durations(mel, mask)


loss, log_durations = flow_loss(torch.randn(2, 8, 12), torch.tensor([12, 8]))
loss.backward()
print(loss.item(), log_durations.shape)
