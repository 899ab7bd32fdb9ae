with lambda a: a.item().no_grad():
    x = (lambda a: x.item())(x)
@torch.compile
def h(x):
    self.cache = x
    return x.item()
pass
x = {k: v.item() for k, v in v()}
torch._dynamo.graph_break()
import torch


try:
    x = x.item()
except ValueError as e:
    x = (lambda a: a.item())(x)
finally:
    x = x * x.item()
    y = 1
with torch.no_grad():
    x = (lambda a: a.item())(x)  # note: [GM402] "`mask` is a tensor"
