"""torch: the names of the top module. Tensor is in _tensor.pyi, the functions are in _functions.pyi.

Here `int`, `float` and `bool` are dtypes, hence the names with an underscore for Python's.
"""

from builtins import bool as _bool, float as _float, int as _int

from graphmend import breaks, grad, op, transfer
from torch import (
    accelerator, amp, autograd, backends, compiler, cpu, cuda, distributed, distributions, export, fft, func, fx,
    hub, jit, library, linalg, masked, mps, multiprocessing, nested, nn, onnx, ops, optim, overrides, profiler,
    quantization, random, serialization, signal, sparse, special, testing, utils, version, xpu,
)
from torch._functions import *
from torch._functions import (
    _assert, _assert_async, _check, _check_index, _check_is_size, _check_not_implemented, _check_tensor_all,
    _check_tensor_all_with, _check_type, _check_value, _check_with, _shape_as_tensor,
)
from torch._functions import (
    _foreach_abs, _foreach_abs_, _foreach_acos, _foreach_acos_, _foreach_add, _foreach_add_, _foreach_addcdiv,
    _foreach_addcdiv_, _foreach_addcmul, _foreach_addcmul_, _foreach_asin, _foreach_asin_, _foreach_atan,
    _foreach_atan_, _foreach_ceil, _foreach_ceil_, _foreach_clamp_max, _foreach_clamp_max_, _foreach_clamp_min,
    _foreach_clamp_min_, _foreach_clone, _foreach_copy_, _foreach_cos, _foreach_cos_, _foreach_cosh,
    _foreach_cosh_, _foreach_div, _foreach_div_, _foreach_erf, _foreach_erf_, _foreach_erfc, _foreach_erfc_,
    _foreach_exp, _foreach_exp_, _foreach_expm1, _foreach_expm1_, _foreach_floor, _foreach_floor_,
    _foreach_frac, _foreach_frac_, _foreach_lerp, _foreach_lerp_, _foreach_lgamma, _foreach_lgamma_,
    _foreach_log, _foreach_log10, _foreach_log10_, _foreach_log1p, _foreach_log1p_, _foreach_log2,
    _foreach_log2_, _foreach_log_, _foreach_max, _foreach_maximum, _foreach_maximum_, _foreach_minimum,
    _foreach_minimum_, _foreach_mm, _foreach_mul, _foreach_mul_, _foreach_neg, _foreach_neg_, _foreach_norm,
    _foreach_pow, _foreach_pow_, _foreach_powsum, _foreach_reciprocal, _foreach_reciprocal_, _foreach_round,
    _foreach_round_, _foreach_rsqrt, _foreach_rsqrt_, _foreach_sigmoid, _foreach_sigmoid_, _foreach_sign,
    _foreach_sign_, _foreach_sin, _foreach_sin_, _foreach_sinh, _foreach_sinh_, _foreach_sqrt, _foreach_sqrt_,
    _foreach_sub, _foreach_sub_, _foreach_tan, _foreach_tan_, _foreach_tanh, _foreach_tanh_, _foreach_trunc,
    _foreach_trunc_, _foreach_zero_,
)
from torch._modes import *
from torch._tensor import Tensor
from torch.amp import autocast
from torch.func import vmap
from torch.nn.functional import (
    adaptive_avg_pool1d, avg_pool1d, bilinear, celu_, channel_shuffle, conv_tbc, conv_transpose1d, conv_transpose2d,
    conv_transpose3d, max_pool1d, max_pool2d, max_pool3d, pdist, rrelu_, selu_,
)
from torch.random import get_rng_state, initial_seed, manual_seed, seed, set_rng_state

__version__: str
e: _float
inf: _float
nan: _float
pi: _float
newaxis: None

class dtype:
    is_floating_point: _bool
    is_complex: _bool
    is_signed: _bool
    itemsize: _int
    def to_real(self) -> dtype: ...
    def to_complex(self) -> dtype: ...

bool: dtype
uint8: dtype
uint16: dtype
uint32: dtype
uint64: dtype
int8: dtype
int16: dtype
int32: dtype
int64: dtype
short: dtype
int: dtype
long: dtype
float16: dtype
float32: dtype
float64: dtype
bfloat16: dtype
half: dtype
float: dtype
double: dtype
float8_e4m3fn: dtype
float8_e4m3fnuz: dtype
float8_e5m2: dtype
float8_e5m2fnuz: dtype
float8_e8m0fnu: dtype
float4_e2m1fn_x2: dtype
complex32: dtype
complex64: dtype
complex128: dtype
chalf: dtype
cfloat: dtype
cdouble: dtype
qint8: dtype
qint32: dtype
quint8: dtype
quint4x2: dtype

class layout: ...

strided: layout
jagged: layout
sparse_coo: layout
sparse_csr: layout
sparse_csc: layout
sparse_bsr: layout
sparse_bsc: layout

class memory_format: ...

contiguous_format: memory_format
preserve_format: memory_format
channels_last: memory_format
channels_last_3d: memory_format

class device:
    type: str
    index: _int | None
    @op("host")
    def __init__(self, type=..., index=-1) -> None: ...
    @breaks("GB0142", kind="context")
    def __enter__(self) -> device: ...
    def __exit__(self, *args) -> None: ...

class Size(tuple):
    @op("host")
    def numel(self) -> _int: ...

class finfo:
    bits: _int
    eps: _float
    max: _float
    min: _float
    smallest_normal: _float
    tiny: _float
    resolution: _float
    dtype: str
    @op("host")
    def __init__(self, type=...) -> None: ...

class iinfo:
    bits: _int
    max: _int
    min: _int
    dtype: str
    @op("host")
    def __init__(self, type) -> None: ...

class Generator:
    device: device
    @breaks("GB0363", kind="random", operation="torch-generator")
    def __init__(self, device="cpu") -> None: ...
    @breaks("GB7650", kind="random", operation="torch-generator")
    def manual_seed(self, seed) -> Generator: ...
    @breaks("GB7650", kind="random", operation="torch-generator")
    def seed(self) -> _int: ...
    @breaks("GB7650", kind="random", operation="torch-generator")
    def initial_seed(self) -> _int: ...
    @breaks("GB7650", kind="random", operation="torch-generator")
    def get_state(self) -> Tensor: ...
    @breaks("GB7650", kind="random", operation="torch-generator")
    def set_state(self, new_state) -> Generator: ...

default_generator: Generator

class SymInt(_int): ...
class SymFloat(_float): ...
class SymBool(_int): ...
class Stream: ...
class Event: ...
class Storage: ...
class UntypedStorage:
    @breaks("GB0156", kind="skipped-call")
    def nbytes(self) -> int: ...
    @breaks("GB0156", kind="skipped-call")
    def data_ptr(self) -> int: ...
    def size(self) -> int: ...
class TypedStorage: ...
class OutOfMemoryError(RuntimeError): ...
class AcceleratorError(RuntimeError): ...

# Legacy constructors: as annotations they mean a tensor of that dtype.

class FloatTensor(Tensor):
    @transfer("from_data")
    def __new__(cls, *args, device=None) -> FloatTensor: ...
class DoubleTensor(Tensor):
    @transfer("from_data")
    def __new__(cls, *args, device=None) -> FloatTensor: ...
class HalfTensor(Tensor):
    @transfer("from_data")
    def __new__(cls, *args, device=None) -> FloatTensor: ...
class BFloat16Tensor(Tensor):
    @transfer("from_data")
    def __new__(cls, *args, device=None) -> FloatTensor: ...
class BoolTensor(Tensor):
    @transfer("from_data")
    def __new__(cls, *args, device=None) -> BoolTensor: ...
class ByteTensor(Tensor):
    @transfer("from_data")
    def __new__(cls, *args, device=None) -> IntTensor: ...
class CharTensor(Tensor):
    @transfer("from_data")
    def __new__(cls, *args, device=None) -> IntTensor: ...
class ShortTensor(Tensor):
    @transfer("from_data")
    def __new__(cls, *args, device=None) -> IntTensor: ...
class IntTensor(Tensor):
    @transfer("from_data")
    def __new__(cls, *args, device=None) -> IntTensor: ...
class LongTensor(Tensor):
    @transfer("from_data")
    def __new__(cls, *args, device=None) -> IntTensor: ...
