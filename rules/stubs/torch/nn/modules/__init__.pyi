"""torch.nn.modules: the layers of torch.nn by their defining modules."""

from torch.nn import *
from torch.nn.modules import activation, batchnorm, container, conv, dropout, linear, loss, module, normalization, pooling, rnn, sparse, transformer, utils
