import pytorch_pfn_extras as ppe
import torch
from torch import nn

net = ppe.nn.ExtendedSequential(ppe.nn.LazyLinear(None, 16), nn.ReLU(), ppe.nn.LazyBatchNorm1d(None), ppe.nn.LazyLinear(None, 3))
compiled = torch.compile(net)
x, y = torch.randn(8, 5), torch.randint(0, 3, (8,))
compiled(x)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


@torch.compile
def train_step(x, y):
    loss = nn.functional.cross_entropy(net(x), y)
    ppe.reporting.report({"train/loss": loss.item(), "train/accuracy": (net(x).argmax(1) == y).float().mean()})
    return loss


reporter = ppe.reporting.Reporter()
with reporter.scope({}):
    train_step(x, y).backward()
optimizer.step()
