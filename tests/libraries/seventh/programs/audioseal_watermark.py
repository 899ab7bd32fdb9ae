import torch
from audioseal.builder import AudioSealDetectorConfig, AudioSealWMConfig, DecoderConfig, DetectorConfig, SEANetConfig, create_detector, create_generator

seanet = SEANetConfig(
    channels=1, dimension=16, n_filters=4, n_residual_layers=1, ratios=[4, 2], activation="ELU", activation_params={"alpha": 1.0},
    norm="none", norm_params={}, kernel_size=7, last_kernel_size=7, residual_kernel_size=3, dilation_base=2, causal=False,
    pad_mode="constant", true_skip=True, compress=2, lstm=1, disable_norm_outer_blocks=0,
)
generator = create_generator(AudioSealWMConfig(nbits=4, seanet=seanet, decoder=DecoderConfig(None, None, 1.0)))
detector = create_detector(AudioSealDetectorConfig(nbits=4, seanet=seanet, detector=DetectorConfig(16)))
embed, detect = torch.compile(generator), torch.compile(detector)
audio = torch.randn(1, 1, 1600)
watermarked = embed(audio, sample_rate=16000, alpha=0.8)
scores, message = detect(watermarked)
print(watermarked.shape, scores.shape, message.shape)
