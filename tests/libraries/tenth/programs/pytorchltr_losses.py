import torch
from pytorchltr.loss import LambdaNDCGLoss2, PairwiseHingeLoss, PairwiseLogisticLoss

model = torch.nn.Linear(12, 1)
hinge, logistic, ndcg = PairwiseHingeLoss(), PairwiseLogisticLoss(), LambdaNDCGLoss2()


@torch.compile
def loss_fn(xs, ys, n):
    scores = model(xs)
    return (hinge(scores, ys, n) + logistic(scores, ys, n) + ndcg(scores, ys, n)).mean()


loss = loss_fn(torch.randn(3, 6, 12), torch.randint(0, 5, (3, 6)), torch.tensor([6, 4, 5]))
loss.backward()
print(loss.item())
