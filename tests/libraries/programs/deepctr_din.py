import torch
from deepctr_torch.inputs import DenseFeat, SparseFeat, VarLenSparseFeat
from deepctr_torch.models import DIN

columns = [
    SparseFeat("user", 5, embedding_dim=8), SparseFeat("item_id", 10, embedding_dim=8), DenseFeat("score", 1),
    VarLenSparseFeat(SparseFeat("hist_item_id", 10, embedding_dim=8), maxlen=4, length_name="seq_length"),
]
model = DIN(columns, ["item_id"], att_weight_normalization=True, dnn_hidden_units=(16,)).eval()
compiled = torch.compile(model)
features = torch.cat([torch.randint(1, 5, (3, 2)), torch.rand(3, 1), torch.randint(1, 10, (3, 4)), torch.full((3, 1), 4)], dim=1)
with torch.no_grad():
    compiled(features.float())
