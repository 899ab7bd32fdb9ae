import torch
import torchtransform as tt

augment = tt.Compose(
    tt.Rotate((-30, 30)),
    tt.Scale((0.8, 1.25)),
    tt.HorizontalFlip(),
    tt.Brightness((0.8, 1.2)),
)
augment = torch.compile(augment)
images = torch.rand(4, 3, 32, 32)
print(augment(images).shape)
