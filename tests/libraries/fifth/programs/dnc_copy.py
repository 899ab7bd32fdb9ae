import torch
from dnc import DNC

rnn = DNC(input_size=8, hidden_size=16, rnn_type="lstm", num_layers=1, nr_cells=6, cell_size=8, read_heads=2, batch_first=True, gpu_id=-1)
compiled = torch.compile(rnn)
controller_hidden, memory, read_vectors = None, None, None
for _ in range(2):
    output, (controller_hidden, memory, read_vectors) = compiled(torch.randn(3, 4, 8), (controller_hidden, memory, read_vectors), reset_experience=True)
output.sum().backward()
