import torch
from stackformer import GPT2

model = GPT2(vocab_size=64, num_layers=2, embed_dim=32, num_heads=4, seq_len=32)
compiled = torch.compile(model)
tokens = torch.randint(0, 64, (2, 16))
out = compiled(tokens)
logits = out if torch.is_tensor(out) else out[0]
loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), tokens.flatten())
loss.backward()
print(loss.item())
