import torch
from retinaface.box_utils import decode, decode_landm
from retinaface.network import RetinaFace
from retinaface.prior_box import priorbox

model = RetinaFace(name="Resnet50", pretrained=False, return_layers={"layer2": 1, "layer3": 2, "layer4": 3}, in_channels=256, out_channels=32).eval()
priors = priorbox(min_sizes=[[16, 32], [64, 128], [256, 512]], steps=[8, 16, 32], clip=False, image_size=(64, 64))


@torch.compile
def detect(image):
    location, confidence, landmarks = model(image)
    boxes = decode(location[0], priors, [0.1, 0.2])
    return boxes, confidence[0][:, 1], decode_landm(landmarks[0], priors, [0.1, 0.2])


with torch.no_grad():
    print([part.shape for part in detect(torch.rand(1, 3, 64, 64))])
