import torch
from mmengine.model import BaseModel
from torch import nn
from torch.nn import functional as F


class Net(BaseModel):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(8, 3)

    def forward(self, inputs, labels=None, mode="tensor"):
        logits = self.net(inputs)
        if mode == "loss":
            return {"loss": F.cross_entropy(logits, labels)}
        return logits


model = Net()


@torch.compile
def step(data):
    losses = model(**model.data_preprocessor(data, True), mode="loss")
    return model.parse_losses(losses)


loss, log_vars = step(dict(inputs=torch.randn(4, 8), labels=torch.randint(0, 3, (4,))))
loss.backward()
