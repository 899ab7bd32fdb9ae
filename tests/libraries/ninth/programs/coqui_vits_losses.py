import torch
from TTS.tts.layers.losses import GuidedAttentionLoss, L1LossMasked, SSIMLoss
from TTS.tts.layers.vits.networks import PosteriorEncoder, ResidualCouplingBlocks, TextEncoder

torch.manual_seed(0)
text = TextEncoder(n_vocab=20, out_channels=8, hidden_channels=16, hidden_channels_ffn=32, num_heads=2, num_layers=1, kernel_size=3, dropout_p=0.1)
posterior = PosteriorEncoder(in_channels=6, out_channels=8, hidden_channels=16, kernel_size=3, dilation_rate=1, num_layers=2)
flow = ResidualCouplingBlocks(8, 16, kernel_size=3, dilation_rate=1, num_layers=1)
l1, ssim, guided = L1LossMasked(seq_len_norm=False), SSIMLoss(), GuidedAttentionLoss(sigma=0.4)


@torch.compile
def encode(tokens, token_lengths, spectrogram, lengths):
    x, m_p, logs_p, x_mask = text(tokens, token_lengths)
    z, m_q, logs_q, y_mask = posterior(spectrogram, lengths)
    return flow(z, y_mask), m_p, logs_p


@torch.compile
def losses(output, target, alignment, token_lengths, lengths):
    return l1(output, target, lengths) + ssim(output, target, lengths) + guided(alignment, token_lengths, lengths)


token_lengths, lengths = torch.tensor([5, 3]), torch.tensor([14, 9])
z_p, mean, _ = encode(torch.randint(0, 20, (2, 5)), token_lengths, torch.rand(2, 6, 14), lengths)
loss = losses(torch.rand(2, 14, 12, requires_grad=True), torch.rand(2, 14, 12), torch.rand(2, 14, 5).softmax(-1), token_lengths, lengths)
loss.backward()
print(z_p.shape, mean.shape, loss.item())
