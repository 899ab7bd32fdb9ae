import torch
from pytorch_widedeep.models import TabMlp, Wide, WideDeep

wide = Wide(input_dim=10, pred_dim=1)
deep = TabMlp(column_idx={"city": 0, "job": 1, "age": 2, "hours": 3}, cat_embed_input=[("city", 4, 3), ("job", 5, 3)], continuous_cols=["age", "hours"], mlp_hidden_dims=[16, 8])
model = WideDeep(wide=wide, deeptabular=deep)
compiled = torch.compile(model)
x = {"wide": torch.randint(1, 10, (4, 2)), "deeptabular": torch.cat([torch.randint(0, 4, (4, 2)).float(), torch.randn(4, 2)], 1)}
compiled(x).sum().backward()
