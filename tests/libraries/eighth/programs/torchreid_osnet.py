import torch
from torchreid.reid.losses import CrossEntropyLoss, TripletLoss
from torchreid.reid.models import build_model

torch.manual_seed(0)
model = build_model("osnet_x0_25", num_classes=4, loss="triplet", pretrained=False, use_gpu=False)
triplet, xent = TripletLoss(margin=0.3), CrossEntropyLoss(num_classes=4, use_gpu=False, label_smooth=True)


@torch.compile
def loss_of(images, pids):
    logits, features = model(images)
    return triplet(features, pids) + xent(logits, pids)


loss = loss_of(torch.randn(4, 3, 64, 32), torch.tensor([0, 0, 1, 1]))
loss.backward()
print(loss.item())
