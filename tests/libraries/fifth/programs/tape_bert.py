import torch
from tape import ProteinBertConfig, ProteinBertModel
from tape.models.modeling_bert import ProteinBertForMaskedLM

config = ProteinBertConfig(vocab_size=30, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, max_position_embeddings=64)
model = ProteinBertForMaskedLM(config)
compiled = torch.compile(model)
tokens, mask = torch.randint(1, 30, (2, 12)), torch.ones(2, 12)
mask[1, 8:] = 0
loss, prediction = compiled(tokens, input_mask=mask, targets=tokens)
print(loss, prediction.shape) if not isinstance(loss, tuple) else loss[0].backward()
