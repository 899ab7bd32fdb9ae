import torch
from allrank.config import TransformerConfig
from allrank.models.model import make_model

model = make_model(fc_model={"sizes": [16], "input_norm": False, "activation": "ReLU", "dropout": 0.0},
                   transformer=TransformerConfig(N=1, d_ff=32, h=2, positional_encoding=None, dropout=0.0), post_model={"output_activation": "Sigmoid", "d_output": 1}, n_features=6)
compiled = torch.compile(model)
compiled(torch.randn(2, 5, 6), torch.zeros(2, 5).bool(), torch.arange(5).repeat(2, 1)).sum().backward()
