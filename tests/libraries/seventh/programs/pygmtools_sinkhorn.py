import pygmtools as pygm
import torch

pygm.set_backend("pytorch")
scores = torch.rand(2, 5, 5, requires_grad=True)
n1, n2 = torch.tensor([5, 4]), torch.tensor([5, 5])
truth = pygm.hungarian(scores.detach(), n1, n2)


@torch.compile
def match(s):
    soft = pygm.sinkhorn(s, n1, n2, max_iter=5, tau=0.1)
    return pygm.utils.permutation_loss(soft, truth, n1, n2)


loss = match(scores)
loss.backward()
print(loss, scores.grad.shape)
