import torch
from pytabkit.models.nn_models.rtdl_resnet import FT_Transformer, ResNet

torch.manual_seed(0)
resnet = ResNet(
    d_in=4, categories=[3, 5], d_embedding=4, d=16, d_hidden_factor=2.0, n_layers=2, activation="relu", normalization="batchnorm", hidden_dropout=0.1,
    residual_dropout=0.0, d_out=2, regression=False, categorical_indicator=torch.tensor([False] * 4 + [True] * 2),
)
compiled = torch.compile(resnet)
out = compiled(torch.cat([torch.randn(6, 4), torch.randint(0, 3, (6, 2))], 1))
out.mean().backward()
print(out.shape)
