import torch
from speechtokenizer import SpeechTokenizer

config = {
    "n_filters": 4, "dimension": 16, "strides": [4, 2], "lstm_layers": 1, "bidirectional": True, "dilation_base": 2,
    "residual_kernel_size": 3, "n_residual_layers": 1, "activation": "ELU", "sample_rate": 16000, "n_q": 3,
    "semantic_dimension": 16, "codebook_size": 32,
}
model = SpeechTokenizer(config).eval()
compiled = torch.compile(model)
encode, decode = torch.compile(model.encode), torch.compile(model.decode)
wav = torch.randn(1, 1, 800)
with torch.no_grad():
    out, commit_loss, feature = compiled(wav)
    codes = encode(wav)
    print(out.shape, codes.shape, decode(codes).shape)
