import torch
from memformer import Memformer

model = Memformer(dim=32, enc_num_tokens=40, enc_depth=1, enc_heads=2, enc_max_seq_len=16, dec_num_tokens=40, dec_depth=1,
                  dec_heads=2, dec_max_seq_len=16, num_memory_slots=8)
compiled = torch.compile(model)
src1, src2 = torch.randint(0, 40, (1, 16)), torch.randint(0, 40, (1, 16))
src_mask = torch.ones_like(src1).bool()
tgt = torch.randint(0, 40, (1, 12))
enc1, mems1, logits1 = compiled(src1, tgt, src_mask=src_mask)
enc2, mems2, logits2 = compiled(src2, tgt, mems=mems1, src_mask=src_mask)
print(logits2.shape, mems2.shape)
