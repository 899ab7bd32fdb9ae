import torch
from so3krates_torch.modules.models import So3krates

torch.set_default_dtype(torch.float32)
model = So3krates(r_max=4.0, num_radial_basis_fn=8, degrees=[1, 2], num_features=16, num_heads=2, num_layers=1, num_elements=10, avg_num_neighbors=3.0)
n = 5
positions = torch.randn(n, 3) * 1.5
src, dst = torch.where(~torch.eye(n, dtype=torch.bool))
attrs = torch.nn.functional.one_hot(torch.tensor([7, 0, 0, 5, 0]), 10).float()
data = {"positions": positions, "node_attrs": attrs, "atomic_numbers": torch.tensor([8, 1, 1, 6, 1]), "edge_index": torch.stack([src, dst]),
        "shifts": torch.zeros(len(src), 3), "unit_shifts": torch.zeros(len(src), 3), "cell": torch.eye(3) * 20, "batch": torch.zeros(n, dtype=torch.long),
        "ptr": torch.tensor([0, n]), "head": torch.zeros(1, dtype=torch.long), "total_charge": torch.zeros(1), "total_spin": torch.zeros(1)}
compiled = torch.compile(model)
out = compiled(data, compute_force=True)
print(out["energy"], out["forces"].shape)
