import hyperlight as hl
import torch
from torch import nn

main = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2))
main = hl.hypernetize(main, modules=[main[0], main[2]])
hyper = hl.HyperNet(input_shapes={"h": (4,)}, output_shapes=main.external_shapes(), hidden_sizes=[16])


@torch.compile
def forward(x, h):
    with main.using_externals(hyper(h=h)):
        return main(x)


forward(torch.randn(5, 3), torch.rand(4)).sum().backward()
