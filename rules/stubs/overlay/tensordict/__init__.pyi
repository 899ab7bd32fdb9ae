"""tensordict: its containers."""

from tensordict._td import TensorDict as TensorDict
from tensordict.base import TensorDictBase as TensorDictBase
