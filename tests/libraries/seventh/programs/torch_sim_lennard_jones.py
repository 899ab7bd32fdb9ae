import torch
import torch_sim as ts
from ase.build import bulk
from torch_sim.models.lennard_jones import LennardJonesModel

atoms = bulk("Ar", "fcc", a=5.26, cubic=True)
state = ts.io.atoms_to_state([atoms, atoms], device=torch.device("cpu"), dtype=torch.float64)
model = LennardJonesModel(sigma=3.405, epsilon=0.0104, cutoff=5.0, dtype=torch.float64, compute_forces=True, compute_stress=True, use_neighbor_list=False)
compiled = torch.compile(model)
results = compiled(state)
print(results["energy"], results["forces"].shape, results["stress"].shape)
