import torch
from deeptab.architectures.ft_transformer import FTTransformer
from deeptab.configs import FTTransformerConfig

torch.manual_seed(0)
numerical = {f"n{i}": {"preprocessing": "standard", "dimension": 1, "categories": None} for i in range(3)}
categorical = {f"c{i}": {"preprocessing": "int", "dimension": 1, "categories": 5} for i in range(2)}
model = FTTransformer((numerical, categorical, {}), num_classes=2, config=FTTransformerConfig(d_model=16, n_layers=2, n_heads=2, transformer_dim_feedforward=32))
compiled = torch.compile(model)
out = compiled([torch.randn(4, 1) for _ in range(3)], [torch.randint(0, 5, (4, 1)) for _ in range(2)], [])
out.mean().backward()
print(out.shape)
