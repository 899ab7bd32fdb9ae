"""torch.utils."""

from torch.utils import _pytree, backcompat, checkpoint, data, dlpack, hooks, model_zoo
