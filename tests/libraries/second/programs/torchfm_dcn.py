import torch
from torchfm.model.dcn import DeepCrossNetworkModel
from torchfm.model.xdfm import ExtremeDeepFactorizationMachineModel

fields = [10, 20, 5]
for model in (DeepCrossNetworkModel(fields, embed_dim=8, num_layers=2, mlp_dims=(16,), dropout=0.1), ExtremeDeepFactorizationMachineModel(fields, embed_dim=8, mlp_dims=(16,), dropout=0.1, cross_layer_sizes=(8, 8))):
    compiled = torch.compile(model)
    out = compiled(torch.randint(0, 5, (4, 3)))
    torch.nn.functional.binary_cross_entropy(out, torch.rand(4)).backward()
