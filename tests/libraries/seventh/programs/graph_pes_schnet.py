import torch
from ase.build import molecule
from graph_pes import AtomicGraph
from graph_pes.atomic_graph import to_batch
from graph_pes.models import LennardJones, SchNet

graphs = [AtomicGraph.from_ase(molecule(name), cutoff=3.0) for name in ("H2O", "CH4")]
batch = to_batch(graphs)
model = SchNet(cutoff=3.0, channels=16, expansion_features=8, layers=2)
compiled = torch.compile(model)
predictions = compiled(batch)
print({key: value.shape for key, value in predictions.items()})
energy = torch.compile(LennardJones(cutoff=3.0).predict_energy)
print(energy(graphs[0]))
