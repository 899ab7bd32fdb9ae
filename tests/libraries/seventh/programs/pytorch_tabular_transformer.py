import torch
from pytorch_tabular.models.common.layers import AppendCLSToken, Embedding2dLayer, PreEncoded1dLayer, TransformerEncoderBlock
from torch import nn


class TabTransformer(nn.Module):
    def __init__(self, cardinality=(4, 6), continuous=3, dim=16):
        super().__init__()
        self.embed = Embedding2dLayer(continuous_dim=continuous, categorical_cardinality=list(cardinality), embedding_dim=dim)
        self.cls = AppendCLSToken(d_token=dim, initialization="kaiming_uniform")
        self.blocks = nn.Sequential(*(TransformerEncoderBlock(dim, num_heads=2, keep_attn=False) for _ in range(2)))
        self.head = nn.Linear(dim, 2)

    def forward(self, batch):
        x = self.blocks(self.cls(self.embed(batch)))
        return self.head(x[:, -1])


model = TabTransformer()
compiled = torch.compile(model)
batch = {"continuous": torch.randn(8, 3), "categorical": torch.stack([torch.randint(0, 4, (8,)), torch.randint(0, 6, (8,))], dim=1)}
loss = nn.functional.cross_entropy(compiled(batch), torch.randint(0, 2, (8,)))
loss.backward()
print(loss)
