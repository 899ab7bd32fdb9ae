import torch
from block_recurrent_transformer_pytorch import BlockRecurrentTransformer

model = BlockRecurrentTransformer(num_tokens=32, dim=16, depth=2, dim_head=8, heads=2, max_seq_len=16, block_width=8, num_state_vectors=8, recurrent_layers=(2,))
compiled = torch.compile(model)
loss, memories, states = compiled(torch.randint(0, 32, (1, 17)), return_loss=True)
loss.backward()
