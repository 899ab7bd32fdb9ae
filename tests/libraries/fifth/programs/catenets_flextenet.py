import torch
from catenets.models.torch import FlexTENet

model = FlexTENet(n_unit_in=5, binary_y=False, n_layers_r=1, n_layers_out=1, n_units_s_r=8, n_units_p_r=4, n_units_s_out=6, n_units_p_out=4)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
x, w = torch.randn(20, 5), torch.randint(0, 2, (20, 1)).float()


@torch.compile
def loss(x, y, w):
    _, y0, y1 = model.predict(x, return_po=True, training=True)
    return model.loss(y0, y1, y.squeeze(), w.squeeze())


loss(x, torch.randn(20, 1), w).backward()
optimizer.step()
