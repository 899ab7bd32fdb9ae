import pandas as pd
import torch
import torch_frame
from torch_frame.data import Dataset
from torch_frame.nn import FTTransformer

frame = pd.DataFrame({"a": range(8), "b": [0.5] * 4 + [1.5] * 4, "c": ["x", "y"] * 4, "y": [0, 1] * 4})
stypes = {"a": torch_frame.numerical, "b": torch_frame.numerical, "c": torch_frame.categorical, "y": torch_frame.categorical}
dataset = Dataset(frame, col_to_stype=stypes, target_col="y")
dataset.materialize()
model = FTTransformer(16, 2, 1, col_stats=dataset.col_stats, col_names_dict=dataset.tensor_frame.col_names_dict)
compiled = torch.compile(model)
torch.nn.functional.cross_entropy(compiled(dataset.tensor_frame), dataset.tensor_frame.y).backward()
