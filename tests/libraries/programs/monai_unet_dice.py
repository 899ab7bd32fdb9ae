import torch
from monai.losses import DiceCELoss
from monai.networks.nets import UNet

model = UNet(spatial_dims=2, in_channels=1, out_channels=2, channels=(8, 16, 32), strides=(2, 2), num_res_units=1)
loss_function = DiceCELoss(to_onehot_y=True, softmax=True)
optimizer = torch.optim.Adam(model.parameters(), 1e-3)


@torch.compile
def forward_loss(images, labels):
    return loss_function(model(images), labels)


for _ in range(2):
    optimizer.zero_grad()
    loss = forward_loss(torch.randn(2, 1, 32, 32), torch.randint(0, 2, (2, 1, 32, 32)))
    loss.backward()
    optimizer.step()
