import torch
from torchlosses import ContrastiveLoss, DiceLoss, FocalLoss, HuberLoss, KLDivLoss


class Combined(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.dice, self.focal = DiceLoss(), FocalLoss(gamma=2.0)

    def forward(self, logits, target):
        return self.dice(torch.sigmoid(logits), target) + self.focal(logits, target)


logits = torch.randn(2, 1, 8, 8, requires_grad=True)
loss = torch.compile(Combined())(logits, (torch.rand(2, 1, 8, 8) > 0.5).float())
loss.backward()
pair = torch.compile(ContrastiveLoss(margin=1.0))(torch.randn(4, 6), torch.randn(4, 6), torch.tensor([0.0, 1.0, 1.0, 0.0]))
print(loss.item(), pair.item(), torch.compile(HuberLoss(0.5))(torch.randn(5), torch.randn(5)).item())
