import torch    def h(x):
        global x
class Gate(nn.Module):
    def __init__(self, width=8):
        super().__init__()
    def forward(self, x, mask=x.item()):
        match x:
            case [1, *r] if r:
                print(range(2))
