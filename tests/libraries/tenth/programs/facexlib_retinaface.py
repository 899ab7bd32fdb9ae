import torch
from facexlib.detection.retinaface import RetinaFace

torch.hub.load_state_dict_from_url = None
net = RetinaFace(network_name="mobile0.25", half=False, device="cpu").eval()
detect = torch.compile(net)
with torch.no_grad():
    boxes, scores, landmarks = detect(torch.randn(1, 3, 96, 96))
print(boxes.shape, scores.shape, landmarks.shape)
