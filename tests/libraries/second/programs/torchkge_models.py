import torch
from torchkge.models import ComplExModel, TransEModel, TransHModel
from torchkge.utils import MarginLoss

criterion = MarginLoss(margin=0.5)
h, t, r = torch.randint(0, 20, (8,)), torch.randint(0, 20, (8,)), torch.randint(0, 4, (8,))
for model in (TransEModel(16, 20, 4, dissimilarity_type="L2"), ComplExModel(16, 20, 4)):
    compiled = torch.compile(model)
    positive, negative = compiled(h, t, r, h.flip(0), t.flip(0))
    criterion(positive, negative).backward()
