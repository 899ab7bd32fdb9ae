import torch
import segmentation_models_pytorch_3d as smp

model = smp.Unet(encoder_name="resnet18", encoder_weights=None, decoder_channels=(32, 16, 8, 8, 8), in_channels=1, classes=2)
loss_fn = smp.losses.DiceLoss(mode="multiclass")
compiled = torch.compile(model)
volume = torch.randn(2, 1, 32, 32, 32)
loss = loss_fn(compiled(volume), torch.randint(0, 2, (2, 32, 32, 32)))
loss.backward()
print(loss.item())
