import torch
from memformer import Memformer, memory_replay_backprop

model = Memformer(dim=32, num_memory_slots=8, enc_num_tokens=40, enc_depth=1, enc_heads=2, enc_max_seq_len=8, dec_num_tokens=40,
                  dec_depth=1, dec_heads=2, dec_max_seq_len=8)
model = torch.compile(model)
seq = torch.randint(0, 40, (1, 16))
seq_mask = torch.ones_like(seq).bool()
tgt = torch.randint(0, 40, (1, 8))
tgt_mask = torch.ones_like(tgt).bool()
memory_replay_backprop(model, src=seq, tgt=tgt, src_mask=seq_mask, tgt_mask=tgt_mask)
print(sum(p.grad is not None for p in model.parameters()))
