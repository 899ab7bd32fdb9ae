import torch
from tabicl._model.tabicl import TabICL

model = TabICL(max_classes=3, embed_dim=16, col_num_blocks=1, col_nhead=2, col_num_inds=4, row_num_blocks=1, row_nhead=2, row_num_cls=2, icl_num_blocks=1, icl_nhead=2)
compiled = torch.compile(model.train())
logits = compiled(torch.randn(2, 10, 4), torch.randint(0, 3, (2, 6)).float())
logits.sum().backward()
