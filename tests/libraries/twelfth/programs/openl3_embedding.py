import torch
from torchopenl3.models import PytorchOpenl3

model = PytorchOpenl3(content_type="music", input_repr="mel128", embedding_size=512).eval()
embed = torch.compile(model)
with torch.no_grad():
    print(embed(torch.randn(1, 1, 48000)).shape)
