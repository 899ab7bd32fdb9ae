import torch
from assoc_scan import AssocScan
from torch import nn


class GatedRNN(nn.Module):
    def __init__(self, dim, num_tokens):
        super().__init__()
        self.embed = nn.Embedding(num_tokens, dim)
        self.to_gates = nn.Linear(dim, dim)
        self.to_inputs = nn.Linear(dim, dim)
        self.scan = AssocScan()
        self.to_logits = nn.Linear(dim, num_tokens)

    def forward(self, tokens, prev=None):
        x = self.embed(tokens)
        hidden = self.scan(self.to_gates(x).sigmoid(), self.to_inputs(x), prev=prev)
        return self.to_logits(hidden), hidden[:, -1]


model = torch.compile(GatedRNN(16, 32))
logits, state = model(torch.randint(0, 32, (2, 20)))
logits, state = model(torch.randint(0, 32, (2, 20)), prev=state)
print(logits.shape)
