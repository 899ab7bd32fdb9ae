import logging

import torch

logger = logging.getLogger(__name__)


@torch.compile(fullgraph=True)
def steps(x, limit: float = 1.0, *, log=True, **extra):
    count = 0
    while x.abs().max() > limit:
        x = x / 2
        count += 1
        if log:
            logger.info("step %d: %.3f", count, x.norm().item())
    for i, (name, value) in enumerate(sorted(extra.items())):
        x = x + value * i if value is not None else x
        print(f"{name=} {value!r:>10} {x.shape[0]:d}")
    assert x.min() >= 0, f"negative: {x}"
    return [t.tolist() for t in x.split(2)], {k: v.cpu().numpy() for k, v in extra.items()}
