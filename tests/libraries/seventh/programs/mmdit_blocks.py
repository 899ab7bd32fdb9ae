import torch
from mmdit import MMDiTBlock
from mmdit.mmdit_generalized_pytorch import MMDiT

block = torch.compile(MMDiTBlock(dim_cond=32, dim_text=48, dim_image=32, dim_head=16, heads=2, qk_rmsnorm=True))
text, image = block(
    time_cond=torch.randn(2, 32), text_tokens=torch.randn(2, 12, 48), text_mask=torch.ones(2, 12).bool(), image_tokens=torch.randn(2, 16, 32)
)
print(text.shape, image.shape)

mmdit = torch.compile(MMDiT(depth=2, dim_modalities=(48, 32, 24), dim_cond=32, dim_head=16, heads=2, qk_rmsnorm=True))
outs = mmdit(
    modality_tokens=(torch.randn(2, 12, 48), torch.randn(2, 16, 32), torch.randn(2, 20, 24)),
    modality_masks=(torch.ones(2, 12).bool(), None, None),
    time_cond=torch.randn(2, 32),
)
print([o.shape for o in outs])
