"""apex: optimizers that step in its compiled extension."""

from apex.optimizers.fused_adam import FusedAdam
from apex.optimizers.fused_sgd import FusedSGD
from apex.optimizers.fused_lamb import FusedLAMB
from apex.optimizers.fused_novograd import FusedNovoGrad
from apex.optimizers.fused_adagrad import FusedAdagrad
