import torch
from torchaudio.models import wav2vec2_model

emissions = torch.compile(wav2vec2_model(
    extractor_mode="group_norm", extractor_conv_layer_config=[(16, 10, 5), (16, 3, 2)], extractor_conv_bias=False, encoder_embed_dim=16,
    encoder_projection_dropout=0.1, encoder_pos_conv_kernel=8, encoder_pos_conv_groups=2, encoder_num_layers=2, encoder_num_heads=2,
    encoder_attention_dropout=0.1, encoder_ff_interm_features=32, encoder_ff_interm_dropout=0.1, encoder_dropout=0.1,
    encoder_layer_norm_first=False, encoder_layer_drop=0.05, aux_num_out=8))
logits, lengths = emissions(torch.randn(2, 1600), torch.tensor([1600, 1200]))
log_probs = logits.log_softmax(-1).transpose(0, 1)
torch.nn.functional.ctc_loss(log_probs, torch.randint(1, 8, (2, 5)), lengths, torch.tensor([5, 3])).backward()
