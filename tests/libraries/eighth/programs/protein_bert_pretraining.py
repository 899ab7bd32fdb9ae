import torch
from protein_bert_pytorch import PretrainingWrapper, ProteinBERT

model = ProteinBERT(
    num_tokens=21, num_annotation=30, dim=32, dim_global=16, depth=1, narrow_conv_kernel=9, wide_conv_kernel=9,
    wide_conv_dilation=5, attn_heads=2, attn_dim_head=8, local_to_global_attn=True, local_self_attn=True, num_global_tokens=2,
)
learner = PretrainingWrapper(model, random_replace_token_prob=0.05, remove_annotation_prob=0.25, add_annotation_prob=0.01)
compiled = torch.compile(learner)
seq = torch.randint(0, 21, (2, 40))
annotation = torch.randint(0, 2, (2, 30)).float()
mask = torch.ones(2, 40).bool()
loss = compiled(seq, annotation, mask=mask)
loss.backward()
print(loss.item())
