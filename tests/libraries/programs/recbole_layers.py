import torch
from recbole.model.layers import MLPLayers, TransformerEncoder
from recbole.model.loss import BPRLoss, EmbLoss
from torch import nn

items, encoder = nn.Embedding(20, 16), TransformerEncoder(n_layers=1, n_heads=2, hidden_size=16, inner_size=32)
mlp, bpr, reg = MLPLayers([16, 16, 1], dropout=0.1, bn=True), BPRLoss(), EmbLoss()


@torch.compile
def loss_fn(sequence, positive, negative):
    mask = torch.zeros(sequence.shape[0], 1, 1, sequence.shape[1])
    hidden = encoder(items(sequence), mask, output_all_encoded_layers=False)[0][:, -1]
    scores = [mlp(hidden * items(i)).squeeze(-1) for i in (positive, negative)]
    return bpr(*scores) + 1e-3 * reg(items(positive), items(negative))


loss_fn(torch.randint(0, 20, (4, 6)), torch.randint(0, 20, (4,)), torch.randint(0, 20, (4,))).backward()
