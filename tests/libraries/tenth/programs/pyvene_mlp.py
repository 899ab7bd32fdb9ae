import torch
import pyvene as pv
from pyvene.models.mlp.modelings_mlp import MLPConfig, MLPForClassification

config = MLPConfig(h_dim=16, n_layer=2, num_classes=3, pdrop=0.0)
mlp = MLPForClassification(config)
intervenable = pv.IntervenableModel(pv.IntervenableConfig(model_type=type(mlp), representations=[pv.RepresentationConfig(0, "block_output", "pos", 1)], intervention_types=pv.VanillaIntervention), mlp)


@torch.compile
def intervene(base, source):
    return intervenable({"inputs_embeds": base}, [{"inputs_embeds": source}], {"sources->base": ([[[0]] * 2], [[[0]] * 2])})


_, out = intervene(torch.randn(2, 1, 16), torch.randn(2, 1, 16))
print(out[0].shape)
