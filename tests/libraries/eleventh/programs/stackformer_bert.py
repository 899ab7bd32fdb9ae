import torch
from stackformer import BERT

bert = BERT(vocab_size=50, num_layers=1, embed_dim=32, num_heads=4, seq_len=20).eval()
model = torch.compile(bert)
with torch.no_grad():
    out = model(torch.randint(1, 50, (2, 20)))
print(type(out), getattr(out, "shape", None))
