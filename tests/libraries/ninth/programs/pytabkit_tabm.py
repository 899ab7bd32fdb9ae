import torch
from pytabkit.models.nn_models.tabm import Model

torch.manual_seed(0)
model = Model(n_num_features=4, cat_cardinalities=[3, 5], n_classes=2, backbone={"type": "MLP", "n_blocks": 2, "d_block": 16, "dropout": 0.1}, bins=None, arch_type="tabm", k=4)


@torch.compile
def loss(x_num, x_cat, y):
    logits = model(x_num, x_cat)
    return torch.nn.functional.cross_entropy(logits.flatten(0, 1), y.repeat_interleave(4))


value = loss(torch.randn(6, 4), torch.stack([torch.randint(0, 3, (6,)), torch.randint(0, 5, (6,))], 1), torch.randint(0, 2, (6,)))
value.backward()
print(value.item())
