import torch
from torchtune.models.llama3 import llama3
from torchtune.modules.loss import CEWithChunkedOutputLoss

model = llama3(vocab_size=64, num_layers=2, num_heads=4, num_kv_heads=2, embed_dim=32, max_seq_len=32)
model.set_num_output_chunks(2)
loss_fn = CEWithChunkedOutputLoss(num_output_chunks=2)


@torch.compile
def loss(tokens, labels):
    return loss_fn(model(tokens), labels)


loss(torch.randint(0, 64, (2, 8)), torch.randint(0, 64, (2, 8))).backward()
