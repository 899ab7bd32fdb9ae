import torch
from torch import nn
from titans import NeuralMemory, PersistentMemory, TitansLMM


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.memory = NeuralMemory(d_model=16, n_layers=2, chunk_size=8)
        self.norm = nn.LayerNorm(16)

    def forward(self, x):
        return self.norm(x + self.memory(x))


reader = torch.compile(Reader())
print(reader(torch.randn(2, 16, 16)).shape)
lmm = torch.compile(TitansLMM(vocab_size=32, d_model=16, n_layers=1, chunk_size=8, max_seq_len=32).eval())
with torch.no_grad():
    print(type(lmm(torch.randint(0, 32, (1, 16)))))
