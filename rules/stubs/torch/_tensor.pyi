"""torch.Tensor.

Numeric parameters that are annotated `int` or `float` take no computed tensor: one passed there
breaks the graph (GB0033); `Tensor | float` takes both.
"""

from graphmend import (
    BoolTensor, FloatTensor, IntTensor, Opaque, SparseTensor, SparseValues, accepts, breaks, effect, false,
    given, grad, is_class, is_input, is_parameter, is_sparse, is_tensor, needs_grad, op, result, transfer, true, unknown,
)
from numpy import ndarray
from torch import Size, TypedStorage, UntypedStorage, device, dtype, layout
from torch.utils.hooks import RemovableHandle, _OfTensor

class Tensor:
    @transfer("from_data")
    def __new__(cls, *args, device=None) -> FloatTensor: ...

    # Metadata that Dynamo guards on.

    @property
    @transfer("tensor_fact", which="shape")
    def shape(self) -> Size: ...
    @property
    @transfer("tensor_fact", which="rank")
    def ndim(self) -> int: ...
    @property
    @transfer("tensor_fact", which="dtype")
    def dtype(self) -> dtype: ...
    device: device
    @property
    @transfer("tensor_fact", which="layout")
    def layout(self) -> layout: ...
    requires_grad: bool
    is_leaf: bool
    is_cpu: bool
    is_cuda: bool
    is_ipu: bool
    is_maia: bool
    is_meta: bool
    @property
    @transfer("tensor_fact", which="laid_out")
    def is_mkldnn(self) -> bool: ...
    is_mps: bool
    is_mtia: bool
    @property
    @transfer("tensor_fact", which="laid_out")
    def is_nested(self) -> bool: ...
    @property
    @transfer("tensor_fact", which="laid_out")
    def is_quantized(self) -> bool: ...
    @property
    @transfer("tensor_fact", which="laid_out")
    def is_sparse(self) -> bool: ...
    @property
    @transfer("tensor_fact", which="laid_out")
    def is_sparse_csr(self) -> bool: ...
    is_vulkan: bool
    is_xla: bool
    is_xpu: bool
    itemsize: int
    nbytes: int
    name: str | None
    names: tuple[str | None, ...]
    output_nr: int
    retains_grad: bool
    _version: int
    grad_dtype: dtype | None
    @op("host")
    @transfer("tensor_fact", which="size")
    def size(self, dim: int | None = None): ...
    @op("host")
    @accepts("sized")
    @transfer("tensor_fact", which="rank")
    def dim(self) -> int: ...
    @op("host")
    @accepts("sized")
    @transfer("tensor_fact", which="rank")
    def ndimension(self) -> int: ...
    @breaks("GB0117", kind="tensor-as-int", when=is_tensor(dim))
    def stride(self, dim=None) -> int | tuple[int, ...]: ...
    @op("host")
    @transfer("tensor_fact", which="numel")
    def numel(self) -> int: ...
    @op("host")
    @transfer("tensor_fact", which="numel")
    def nelement(self) -> int: ...
    @op("host")
    @accepts("sized")
    def element_size(self) -> int: ...
    def dim_order(self) -> tuple[int, ...]: ...
    def get_device(self) -> int: ...
    @op("host")
    @accepts("sized")
    def is_floating_point(self) -> bool: ...
    @accepts("sized")
    def is_complex(self) -> bool: ...
    def is_contiguous(self, memory_format=...) -> bool: ...
    def is_coalesced(self) -> bool: ...
    @breaks("GB0208", kind="skipped-call")
    def is_signed(self) -> bool: ...
    @breaks("GB0208", kind="skipped-call")
    def is_conj(self) -> bool: ...
    @breaks("GB0208", kind="skipped-call")
    def is_neg(self) -> bool: ...
    @breaks("GB0208", kind="skipped-call")
    def is_distributed(self) -> bool: ...
    @breaks("GB0208", kind="skipped-call")
    def is_pinned(self, device=None) -> bool: ...
    @breaks("GB0208", kind="skipped-call")
    def is_shared(self) -> bool: ...
    @breaks("GB0208", kind="skipped-call")
    def is_same_size(self, other: Tensor) -> bool: ...
    @breaks("GB0208", kind="skipped-call")
    def is_set_to(self, tensor: Tensor) -> bool: ...
    @breaks("GB0045", kind="skipped-call")
    def is_inference(self) -> bool: ...
    @breaks("GB0208", kind="skipped-call")
    def sparse_dim(self) -> int: ...
    @breaks("GB0208", kind="skipped-call")
    def dense_dim(self) -> int: ...
    @breaks("GB0208", kind="skipped-call")
    def storage_offset(self) -> int: ...
    @transfer("runtime_number", what="data_pointer")
    def data_ptr(self) -> int: ...
    def untyped_storage(self) -> UntypedStorage: ...
    @breaks("GB0208", kind="state")
    def storage(self) -> TypedStorage: ...

    # Reads of data into Python.

    @effect("reads_data")
    @breaks("GB0124", kind="host-read", unless="capture_scalar_outputs")
    @transfer("host_value", gives="scalar")
    def item(self): ...
    @effect("reads_data")
    @breaks("GB0033", "GB0109", kind="host-read", operation="tolist", unless="capture_scalar_outputs", note="its elements are not integers")
    @transfer("host_value", gives="list")
    def tolist(self): ...
    @effect("reads_data")
    @breaks("GB0033", kind="data-predicate", operation="equal")
    def equal(self, other: Tensor) -> bool: ...
    @effect("reads_data")
    @breaks("GB0033", kind="data-predicate", operation="allclose")
    def allclose(self, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> bool: ...
    @effect("reads_data")
    @breaks("GB0033", kind="data-predicate", operation="is-nonzero")
    def is_nonzero(self) -> bool: ...
    @breaks("GB0124", kind="truth-in-call")
    def __contains__(self, element) -> bool: ...
    @effect("reads_data")
    @breaks("GB0124", kind="host-read", unless="capture_scalar_outputs")
    @transfer("host_value", gives="scalar")
    def __int__(self) -> int: ...
    @effect("reads_data")
    @breaks("GB0124", kind="host-read", unless="capture_scalar_outputs")
    @transfer("host_value", gives="scalar")
    def __float__(self) -> float: ...
    @effect("reads_data")
    @breaks("GB0033", kind="host-read", unless="capture_scalar_outputs")
    @transfer("host_value", gives="scalar")
    def __bool__(self) -> bool: ...
    @effect("reads_data")
    @breaks("GB0033", kind="host-read", unless="capture_scalar_outputs")
    @transfer("host_value", gives="scalar")
    def __index__(self) -> int: ...
    @breaks("GB0208", kind="tensor-text")
    def __repr__(self) -> str: ...
    @transfer("len")
    def __len__(self) -> int: ...

    # NumPy: traced as a tensor.

    @transfer("ndarray")
    def numpy(self, *, force: bool = False) -> ndarray: ...
    @transfer("ndarray")
    def __array__(self, dtype=None) -> ndarray: ...

    # Shapes that depend on data.

    @op("selecting")
    @breaks("GB0036", kind="dynamic-shape", operation="nonzero", unless="capture_dynamic_output_shape_ops")
    @transfer("tuple_if_asked")
    def nonzero(self, *, as_tuple: bool = False): ...
    @op("selecting")
    @breaks("GB0036", kind="dynamic-shape", operation="nonzero", unless="capture_dynamic_output_shape_ops")
    def argwhere(self) -> IntTensor[2]: ...
    @op("selecting")
    @breaks("GB0036", kind="dynamic-shape", operation="masked-select", unless="capture_dynamic_output_shape_ops")
    def masked_select(self, mask: Tensor) -> Tensor[1]: ...
    @op("selecting")
    @breaks("GB0036", kind="dynamic-shape", unless="capture_dynamic_output_shape_ops")
    @transfer("tuple_if_asked")
    def unique(self, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None): ...
    @op("selecting")
    @breaks("GB0036", kind="dynamic-shape", unless="capture_dynamic_output_shape_ops")
    @transfer("tuple_if_asked")
    def unique_consecutive(self, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None): ...
    @op("selecting")
    @breaks("GB0036", kind="dynamic-shape", operation="bincount", unless="capture_dynamic_output_shape_ops")
    def bincount(self, weights: Tensor | None = None, minlength: int = 0) -> Tensor[1]: ...
    @op("selecting")
    @accepts("sized", "symbols")
    @result("more_elements", "another_shape")
    @breaks("GB0036", kind="dynamic-shape", operation="repeat-interleave", when=is_tensor(repeats, "no_symbol") and not given(output_size), unless="capture_dynamic_output_shape_ops", note="the repeats are a tensor")
    @transfer("along_dim")
    def repeat_interleave(self, repeats, dim: int | None = None, *, output_size: int | None = None) -> Tensor: ...

    # Gradients and hooks.

    grad: Tensor | None
    @property
    @breaks("GB0104", kind="autograd", when=needs_grad(self), note="the tensor takes part in autograd")
    def grad_fn(self) -> Opaque: ...
    @property
    @transfer("same")
    def data(self) -> Tensor: ...
    @data.setter
    @breaks("GB0056", kind="state")
    def data(self, value: Tensor) -> None: ...
    @breaks("GB0123", kind="autograd", unless="trace_autograd_ops")
    def backward(self, gradient: Tensor | None = None, retain_graph: bool | None = None, create_graph: bool = False, inputs=None) -> None: ...
    @breaks("GB8985", kind="autograd", when=not false(requires_grad) and without_grad(self, "torch.Tensor.detach"))
    @breaks("GB8985", kind="autograd", when=not false(requires_grad) and computed(self) and unknown(self), note="it did not require grad before")
    @breaks("GB0125", kind="autograd", when=not false(requires_grad) and unknown(self), note="it did not require grad before")
    @breaks("GB0125", kind="autograd", when=is_parameter(self), note="the tensor is a parameter")
    @transfer("same")
    def requires_grad_(self, requires_grad: bool = True) -> Tensor: ...
    @breaks("GB0108", kind="autograd")
    def retain_grad(self) -> None: ...
    def register_hook(self, hook) -> _OfTensor: ...
    def register_post_accumulate_grad_hook(self, hook) -> RemovableHandle: ...
    @effect("mutates")
    @breaks("GB0148", kind="state", when=is_input(self), note="the tensor enters the compiled code as it is")
    @transfer("same")
    def detach_(self) -> Tensor: ...

    # Storage, memory and Python callables.

    @effect("mutates")
    @breaks("GB0055", kind="skipped-call")
    def apply_(self, callable) -> Tensor: ...
    @effect("mutates")
    @breaks("GB0055", kind="skipped-call")
    def map_(self, other: Tensor, callable) -> Tensor: ...
    @effect("mutates", "changes_shape")
    @breaks("GB0126", kind="state")
    def resize_(self, *sizes) -> Tensor: ...
    @effect("mutates", "changes_shape")
    @breaks("GB0127", kind="state")
    def resize_as_(self, the_template: Tensor) -> Tensor: ...
    @breaks("GB0117", kind="state")
    def share_memory_(self) -> Tensor: ...
    @breaks("GB0001", kind="skipped-call", when=is_class(cls, "Tensor"))
    @transfer("as_subclass")
    def as_subclass(self, cls) -> Tensor: ...
    @classmethod
    @transfer("torch_function")
    def __torch_function__(cls, func, types, args=(), kwargs=None) -> Tensor: ...
    @breaks("GB4198", kind="skipped-call")
    @transfer("same")
    def __deepcopy__(self, memo) -> Tensor: ...
    @transfer("same")
    def pin_memory(self) -> Tensor: ...
    @effect("mutates", "changes_shape")
    @breaks("GB0148", kind="state", when=is_input(self), note="the tensor enters the compiled code as it is")
    @transfer("same")
    def set_(self, source=None, storage_offset: int = 0, size=..., stride=...) -> Tensor: ...
    def record_stream(self, s) -> None: ...

    # Sparse and quantised.

    @breaks("GB0277", kind="skipped-call")
    def to_sparse(self, *args, **kwargs) -> SparseTensor: ...
    @breaks("GB0277", kind="skipped-call")
    def to_sparse_csr(self, dense_dim=None) -> SparseTensor: ...
    @breaks("GB0277", kind="skipped-call")
    def to_sparse_csc(self, dense_dim=None) -> SparseTensor: ...
    @breaks("GB0087", kind="skipped-call")
    def to_mkldnn(self) -> Tensor: ...
    @transfer("same")
    @breaks("GB0015", kind="skipped-call", when=is_sparse(self))
    def to_dense(self, dtype=None, *, masked_grad=None) -> Tensor: ...
    @transfer("same")
    @breaks("GB0015", kind="skipped-call", when=is_sparse(self))
    def coalesce(self) -> SparseTensor: ...
    def _coalesced_(self, coalesced: bool) -> SparseTensor: ...
    @breaks("GB0277", kind="skipped-call")
    def to_sparse_bsr(self, blocksize, dense_dim=None) -> SparseTensor: ...
    @breaks("GB0277", kind="skipped-call")
    def to_sparse_bsc(self, blocksize, dense_dim=None) -> SparseTensor: ...
    def crow_indices(self) -> IntTensor: ...
    def col_indices(self) -> IntTensor: ...
    def ccol_indices(self) -> IntTensor: ...
    def row_indices(self) -> IntTensor: ...
    @breaks("GB0015", kind="skipped-call")
    def sparse_mask(self, mask: Tensor) -> SparseTensor: ...
    def _indices(self) -> IntTensor[2]: ...
    def _values(self) -> Tensor: ...
    def _nnz(self) -> int: ...
    @breaks("GB0016", kind="skipped-call", when=unknown(self), note="its layout is strided")
    def to_padded_tensor(self, padding: float, output_size=None) -> Tensor: ...
    def indices(self) -> IntTensor[2]: ...
    def values(self) -> SparseValues: ...

    # Random numbers in place.

    @effect("mutates", "random")
    @breaks("GB0107", kind="random", operation="torch-generator")
    @transfer("same")
    def random_(self, *args, generator=None) -> Tensor: ...
    @effect("mutates", "random")
    @breaks("GB0055", kind="random", operation="torch-generator", when=given(generator), note="a generator is given")
    @transfer("same")
    def normal_(self, mean: float = 0, std: float = 1, *, generator=None) -> Tensor: ...
    @effect("mutates", "random")
    @breaks("GB0055", kind="random", operation="torch-generator", when=given(generator), note="a generator is given")
    @transfer("same")
    def uniform_(self, from_: float = 0, to: float = 1, *, generator=None) -> Tensor: ...
    @effect("mutates", "random")
    @transfer("same")
    def exponential_(self, lambd: float = 1, *, generator=None) -> Tensor: ...
    @effect("mutates", "random")
    @transfer("same")
    def cauchy_(self, median: float = 0, sigma: float = 1, *, generator=None) -> Tensor: ...
    @effect("mutates", "random")
    @transfer("same")
    def geometric_(self, p: float, *, generator=None) -> Tensor: ...
    @effect("mutates", "random")
    @transfer("same")
    def log_normal_(self, mean: float = 1, std: float = 2, *, generator=None) -> Tensor: ...
    @effect("random")
    @breaks("GB0055", kind="random", operation="torch-generator", when=given(generator), note="a generator is given")
    def multinomial(self, num_samples: int, replacement: bool = False, *, generator=None) -> IntTensor: ...

    # dtype and device by name.

    @op("view")
    @accepts("sized")
    @result("exact", "same_shape")
    @transfer("same", dtype="named")
    def bool(self, memory_format=None) -> Tensor: ...
    @result("same_shape")
    @transfer("same", dtype="named")
    def byte(self, memory_format=None) -> Tensor: ...
    @result("same_shape")
    @transfer("same", dtype="named")
    def char(self, memory_format=None) -> Tensor: ...
    @result("same_shape")
    @transfer("same", dtype="named")
    def short(self, memory_format=None) -> Tensor: ...
    @op("view")
    @accepts("sized")
    @result("exact", "same_shape")
    @transfer("same", dtype="named")
    def int(self, memory_format=None) -> Tensor: ...
    @op("view")
    @accepts("sized")
    @result("exact", "same_shape")
    @transfer("same", dtype="named")
    def long(self, memory_format=None) -> Tensor: ...
    @op("view")
    @accepts("sized")
    @result("same_shape")
    @transfer("same", dtype="named")
    def half(self, memory_format=None) -> Tensor: ...
    @op("view")
    @accepts("sized")
    @result("same_shape")
    @transfer("same", dtype="named")
    def bfloat16(self, memory_format=None) -> Tensor: ...
    @op("view")
    @accepts("sized")
    @result("exact", "same_shape")
    @transfer("same", dtype="named")
    def float(self, memory_format=None) -> Tensor: ...
    @op("view")
    @accepts("sized")
    @result("exact", "same_shape")
    @transfer("same", dtype="named")
    def double(self, memory_format=None) -> Tensor: ...
    @result("same_shape")
    @transfer("same", dtype="named")
    def chalf(self, memory_format=None) -> Tensor: ...
    @result("same_shape")
    @transfer("same", dtype="named")
    def cfloat(self, memory_format=None) -> Tensor: ...
    @result("same_shape")
    @transfer("same", dtype="named")
    def cdouble(self, memory_format=None) -> Tensor: ...
    @op("view")
    @effect("copies_to_device")
    @result("same_shape")
    @transfer("same")
    def cpu(self, memory_format=None) -> Tensor: ...
    @op("view")
    @effect("copies_to_device")
    @result("same_shape")
    @transfer("same")
    def cuda(self, device=None, non_blocking: bool = False, memory_format=None) -> Tensor: ...
    @transfer("same")
    def xpu(self, device=None, non_blocking: bool = False, memory_format=None) -> Tensor: ...

    # New tensors.

    @transfer("from_data")
    def new(self, *args, **kwargs) -> Tensor: ...
    @op("shaping")
    @breaks("GB0225", kind="autograd", when=true(requires_grad))
    @result("exact")
    @transfer("from_data")
    def new_tensor(self, data, *, dtype=None, device=None, requires_grad: bool = False) -> Tensor: ...
    @op("shaping")
    @accepts("symbols", "sized", "numbers")
    @result("exact")
    @transfer("factory")
    def new_zeros(self, *size: int, dtype=None, device=None, requires_grad: bool = False, layout=None, pin_memory: bool = False) -> Tensor: ...
    @op("shaping")
    @accepts("numbers", "symbols")
    @result("exact")
    @transfer("factory")
    def new_ones(self, *size: int, dtype=None, device=None, requires_grad: bool = False, layout=None, pin_memory: bool = False) -> Tensor: ...
    @accepts("numbers")
    @result("new")
    @transfer("factory")
    def new_empty(self, *size: int, dtype=None, device=None, requires_grad: bool = False, layout=None, pin_memory: bool = False) -> Tensor: ...
    @op("shaping")
    @op("shaping")
    @accepts("numbers", "symbols")
    @result("exact")
    @transfer("factory")
    def new_full(self, size: tuple[int, ...], fill_value: float, *, dtype=None, device=None, requires_grad: bool = False, layout=None, pin_memory: bool = False) -> Tensor: ...
    @result("new")
    @transfer("factory")
    def new_empty_strided(self, size: tuple[int, ...], stride: tuple[int, ...], dtype=None, device=None, requires_grad: bool = False, layout=None, pin_memory: bool = False) -> Tensor: ...

    # Filled and copied in place.

    @effect("mutates")
    @accepts("symbols")
    @transfer("same")
    def fill_(self, value: Tensor | float) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def zero_(self) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def fill_diagonal_(self, fill_value: float, wrap: bool = False) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def copy_(self, other: Tensor, non_blocking: bool = False) -> Tensor: ...
    @op("view")
    @accepts("sized")
    @result("same_shape")
    @transfer("cast")
    def type_as(self, other: Tensor) -> Tensor: ...
    @transfer("same")
    def module_load(self, other: Tensor, assign: bool = False) -> Tensor: ...

    # Views by attribute.

    @property
    @transfer("same")
    def T(self) -> Tensor: ...
    @property
    @transfer("same")
    def mT(self) -> Tensor: ...
    @property
    @transfer("same")
    def H(self) -> Tensor: ...
    @property
    @transfer("same")
    def mH(self) -> Tensor: ...
    @property
    @transfer("same", dtype="real")
    def real(self) -> Tensor: ...
    @property
    @transfer("same", dtype="real")
    def imag(self) -> FloatTensor: ...
    _base: Tensor | None

    # Several results.

    @op("reduction")
    def aminmax(self, *, dim: int | None = None, keepdim: bool = False) -> tuple[Tensor, Tensor]: ...
    @op("reduction")
    def mode(self, dim: int = -1, keepdim: bool = False) -> tuple[Tensor, IntTensor]: ...
    @op("reduction")
    def kthvalue(self, k: int, dim: int = -1, keepdim: bool = False) -> tuple[Tensor, IntTensor]: ...
    def frexp(self) -> tuple[FloatTensor, IntTensor]: ...
    @op("costly")
    @grad("poles")
    def slogdet(self) -> tuple[Tensor, Tensor]: ...
    def svd(self, some: bool = True, compute_uv: bool = True) -> tuple[Tensor, Tensor, Tensor]: ...
    def qr(self, some: bool = True) -> tuple[Tensor, Tensor]: ...
    def lu(self, pivot: bool = True, get_infos: bool = False) -> tuple[Tensor, Tensor]: ...
    def geqrf(self) -> tuple[Tensor, Tensor]: ...
    def triangular_solve(self, A: Tensor, upper: bool = True, transpose: bool = False, unitriangular: bool = False) -> tuple[Tensor, Tensor]: ...
    def histogram(self, bins, *, range=None, weight: Tensor | None = None, density: bool = False) -> tuple[Tensor, Tensor]: ...
    def stft(self, n_fft: int, hop_length: int | None = None, win_length: int | None = None, window: Tensor | None = None, center: bool = True, pad_mode: str = "reflect", normalized: bool = False, onesided: bool | None = None, return_complex: bool | None = None) -> Tensor: ...
    def istft(self, n_fft: int, hop_length: int | None = None, win_length: int | None = None, window: Tensor | None = None, center: bool = True, normalized: bool = False, onesided: bool | None = None, length: int | None = None, return_complex: bool = False) -> Tensor: ...

    # Operators.

    @transfer("elementwise")
    def __add__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise")
    def __radd__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise")
    def __sub__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise")
    def __rsub__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise")
    def __mul__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise")
    def __rmul__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise", dtype="float")
    def __truediv__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise", dtype="float")
    def __rtruediv__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise")
    def __floordiv__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise")
    def __rfloordiv__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise")
    def __mod__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise")
    def __rmod__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise")
    def __pow__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise")
    def __rpow__(self, other: Tensor | float) -> Tensor: ...
    @transfer("product")
    def __matmul__(self, other: Tensor) -> Tensor: ...
    @transfer("unknown_rank")
    def __rmatmul__(self, other: Tensor) -> Tensor: ...
    @op("combining")
    @transfer("elementwise")
    def __and__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise")
    def __rand__(self, other: Tensor | float) -> Tensor: ...
    @op("combining")
    @transfer("elementwise")
    def __or__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise")
    def __ror__(self, other: Tensor | float) -> Tensor: ...
    @op("combining")
    @transfer("elementwise")
    def __xor__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise")
    def __rxor__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise")
    def __lshift__(self, other: Tensor | float) -> Tensor: ...
    @transfer("elementwise")
    def __rshift__(self, other: Tensor | float) -> Tensor: ...
    @transfer("same")
    def __iadd__(self, other: Tensor | float) -> Tensor: ...
    @transfer("same")
    def __isub__(self, other: Tensor | float) -> Tensor: ...
    @transfer("same")
    def __imul__(self, other: Tensor | float) -> Tensor: ...
    @transfer("same")
    def __itruediv__(self, other: Tensor | float) -> Tensor: ...
    @transfer("same")
    def __ifloordiv__(self, other: Tensor | float) -> Tensor: ...
    @transfer("same")
    def __imod__(self, other: Tensor | float) -> Tensor: ...
    @transfer("same")
    def __ipow__(self, other: Tensor | float) -> Tensor: ...
    @transfer("same")
    def __iand__(self, other: Tensor | float) -> Tensor: ...
    @transfer("same")
    def __ior__(self, other: Tensor | float) -> Tensor: ...
    @transfer("same")
    def __ixor__(self, other: Tensor | float) -> Tensor: ...
    @transfer("same")
    def __neg__(self) -> Tensor: ...
    @transfer("same")
    def __pos__(self) -> Tensor: ...
    @transfer("same")
    def __abs__(self) -> Tensor: ...
    @transfer("same")
    def __invert__(self) -> Tensor: ...
    @transfer("elementwise", dtype="bool")
    def __eq__(self, other: Tensor | float) -> BoolTensor: ...
    @transfer("elementwise", dtype="bool")
    def __ne__(self, other: Tensor | float) -> BoolTensor: ...
    @transfer("elementwise", dtype="bool")
    def __lt__(self, other: Tensor | float) -> BoolTensor: ...
    @transfer("elementwise", dtype="bool")
    def __le__(self, other: Tensor | float) -> BoolTensor: ...
    @transfer("elementwise", dtype="bool")
    def __gt__(self, other: Tensor | float) -> BoolTensor: ...
    @transfer("elementwise", dtype="bool")
    def __ge__(self, other: Tensor | float) -> BoolTensor: ...

    # Arithmetic.

    @op("combining")
    @accepts("tensors_as_numbers")
    @accepts("symbols", "sized")
    @result("exact")
    @transfer("elementwise")
    def add(self, other: Tensor | float, *, alpha: float = 1, out=None) -> Tensor: ...
    @effect("mutates")
    @accepts("tensors_as_numbers")
    @accepts("sized")
    @transfer("same")
    @breaks("GB0117", kind="skipped-call", when=given(_scaled))
    def add_(self, other: Tensor | float, _scaled: Tensor | float = ..., *, alpha: Tensor | float = 1) -> Tensor: ...
    @op("combining")
    @accepts("tensors_as_numbers")
    @accepts("symbols", "sized")
    @result("exact")
    @transfer("elementwise")
    def sub(self, other: Tensor | float, *, alpha: float = 1, out=None) -> Tensor: ...
    @effect("mutates")
    @accepts("tensors_as_numbers")
    @accepts("sized")
    @transfer("same")
    def sub_(self, other: Tensor | float, *, alpha: float = 1) -> Tensor: ...
    @op("combining")
    @accepts("tensors_as_numbers")
    @transfer("elementwise")
    def subtract(self, other: Tensor | float, *, alpha: float = 1) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def subtract_(self, other: Tensor | float, *, alpha: float = 1) -> Tensor: ...
    @op("combining")
    @accepts("tensors_as_numbers")
    @accepts("symbols", "sized")
    @result("exact")
    @transfer("elementwise")
    def mul(self, other: Tensor | float, *, out=None) -> Tensor: ...
    @effect("mutates")
    @accepts("symbols", "tensors_as_numbers")
    @accepts("sized")
    @transfer("same")
    def mul_(self, other: Tensor | float) -> Tensor: ...
    @op("combining")
    @accepts("tensors_as_numbers")
    @transfer("elementwise")
    def multiply(self, other: Tensor | float) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def multiply_(self, other: Tensor | float) -> Tensor: ...
    @op("combining")
    @effect("raises_by_zero")
    @accepts("symbols")
    @transfer("elementwise")
    def fmod(self, other: Tensor | float) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def fmod_(self, other: Tensor | float) -> Tensor: ...
    @op("combining")
    @effect("raises_by_zero")
    @accepts("symbols")
    @result("exact")
    @transfer("elementwise")
    def remainder(self, other: Tensor | float) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def remainder_(self, other: Tensor | float) -> Tensor: ...
    @op("combining")
    @effect("raises_by_zero")
    @result("exact")
    @transfer("elementwise")
    def floor_divide(self, other: Tensor | float, *, out=None) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def floor_divide_(self, other: Tensor | float) -> Tensor: ...
    @op("combining")
    @result("exact")
    @transfer("elementwise")
    def maximum(self, other: Tensor) -> Tensor: ...
    @op("combining")
    @result("exact")
    @transfer("elementwise")
    def minimum(self, other: Tensor) -> Tensor: ...
    @op("combining")
    @transfer("elementwise")
    def fmax(self, other: Tensor) -> Tensor: ...
    @op("combining")
    @transfer("elementwise")
    def fmin(self, other: Tensor) -> Tensor: ...
    @op("elementwise")
    @grad("zeros_stay_zeros")
    @effect("total")
    @accepts("symbols", "sized")
    @breaks("GB0033", kind="tensor-as-int", when=is_tensor(min) and given(max) and not is_tensor(max) or is_tensor(max) and given(min) and not is_tensor(min), note="one bound is a tensor, the other a number")
    @transfer("elementwise")
    def clamp(self, min: Tensor | float | None = None, max: Tensor | float | None = None) -> Tensor: ...
    @effect("mutates")
    @accepts("symbols")
    @breaks("GB0033", kind="tensor-as-int", when=is_tensor(min) and given(max) and not is_tensor(max) or is_tensor(max) and given(min) and not is_tensor(min), note="one bound is a tensor, the other a number")
    @transfer("same")
    def clamp_(self, min: Tensor | float | None = None, max: Tensor | float | None = None) -> Tensor: ...
    @op("elementwise")
    @grad("zeros_stay_zeros")
    @effect("total")
    @accepts("symbols")
    @breaks("GB0033", kind="tensor-as-int", when=is_tensor(min) and given(max) and not is_tensor(max) or is_tensor(max) and given(min) and not is_tensor(min), note="one bound is a tensor, the other a number")
    @transfer("elementwise")
    def clip(self, min: Tensor | float | None = None, max: Tensor | float | None = None) -> Tensor: ...
    @effect("mutates")
    @breaks("GB0033", kind="tensor-as-int", when=is_tensor(min) and given(max) and not is_tensor(max) or is_tensor(max) and given(min) and not is_tensor(min), note="one bound is a tensor, the other a number")
    @transfer("same")
    def clip_(self, min: Tensor | float | None = None, max: Tensor | float | None = None) -> Tensor: ...
    @op("elementwise")
    @accepts("symbols", "tensors_as_numbers")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("elementwise")
    def clamp_min(self, min: Tensor | float) -> Tensor: ...
    @effect("mutates")
    @accepts("symbols")
    @transfer("same")
    def clamp_min_(self, min: Tensor | float) -> Tensor: ...
    @op("elementwise")
    @accepts("symbols", "tensors_as_numbers")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("elementwise")
    def clamp_max(self, max: Tensor | float) -> Tensor: ...
    @effect("mutates")
    @accepts("symbols")
    @transfer("same")
    def clamp_max_(self, max: Tensor | float) -> Tensor: ...
    @op("combining")
    @grad("poles", "stable_at_half")
    @transfer("elementwise")
    def pow(self, exponent: Tensor | float) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def pow_(self, exponent: Tensor | float) -> Tensor: ...
    def float_power(self, exponent: Tensor | float) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def float_power_(self, exponent: Tensor | float) -> Tensor: ...
    @op("combining")
    @transfer("elementwise")
    def lerp(self, end: Tensor, weight: Tensor | float) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def lerp_(self, end: Tensor, weight: Tensor | float) -> Tensor: ...
    @op("combining")
    @transfer("elementwise")
    def addcmul(self, tensor1: Tensor, tensor2: Tensor, *, value: float = 1) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    @breaks("GB0117", kind="skipped-call", when=given(_scaled))
    def addcmul_(self, tensor1: Tensor | float, tensor2: Tensor, _scaled: Tensor = ..., *, value: Tensor | float = 1) -> Tensor: ...
    @op("combining")
    @transfer("elementwise")
    def gcd(self, other: Tensor) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def gcd_(self, other: Tensor) -> Tensor: ...
    @op("combining")
    @transfer("elementwise")
    def lcm(self, other: Tensor) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def lcm_(self, other: Tensor) -> Tensor: ...
    @op("combining")
    @transfer("elementwise")
    def heaviside(self, values: Tensor) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def heaviside_(self, values: Tensor) -> Tensor: ...
    @op("combining")
    @transfer("elementwise")
    def bitwise_and(self, other: Tensor | float) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def bitwise_and_(self, other: Tensor | float) -> Tensor: ...
    @op("combining")
    @transfer("elementwise")
    def bitwise_or(self, other: Tensor | float) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def bitwise_or_(self, other: Tensor | float) -> Tensor: ...
    @op("combining")
    @transfer("elementwise")
    def bitwise_xor(self, other: Tensor | float) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def bitwise_xor_(self, other: Tensor | float) -> Tensor: ...
    @op("combining")
    @transfer("elementwise")
    def bitwise_left_shift(self, other: Tensor | float) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def bitwise_left_shift_(self, other: Tensor | float) -> Tensor: ...
    @op("combining")
    @transfer("elementwise")
    def bitwise_right_shift(self, other: Tensor | float) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def bitwise_right_shift_(self, other: Tensor | float) -> Tensor: ...
    @op("combining")
    @transfer("elementwise")
    def nextafter(self, other: Tensor) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def nextafter_(self, other: Tensor) -> Tensor: ...

    # Arithmetic that makes floats of integers.

    @op("combining")
    @accepts("tensors_as_numbers")
    @grad("poles", "stable_at_half")
    @effect("raises_by_zero_if_rounding")
    @accepts("symbols", "sized")
    @transfer("elementwise", dtype="float")
    def div(self, other: Tensor | float, *, rounding_mode: str | None = None) -> Tensor: ...
    @effect("mutates")
    @accepts("symbols", "tensors_as_numbers")
    @accepts("sized")
    @transfer("same")
    def div_(self, other: Tensor | float, *, rounding_mode: str | None = None) -> Tensor: ...
    @op("combining")
    @grad("poles", "stable_at_half")
    @effect("raises_by_zero_if_rounding")
    @transfer("elementwise", dtype="float")
    def divide(self, other: Tensor | float, *, rounding_mode: str | None) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def divide_(self, other: Tensor | float, *, rounding_mode: str | None) -> Tensor: ...
    @op("combining")
    @accepts("symbols", "tensors_as_numbers")
    @grad("poles", "stable_at_half")
    @transfer("elementwise", dtype="float")
    def true_divide(self, other: Tensor | float, *, out=None) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def true_divide_(self, other: Tensor | float) -> Tensor: ...
    @op("combining")
    @grad("poles", "stable_at_half")
    @transfer("elementwise", dtype="float")
    def atan2(self, other: Tensor) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def atan2_(self, other: Tensor) -> Tensor: ...
    @op("combining")
    @grad("poles", "stable_at_half")
    @transfer("elementwise", dtype="float")
    def arctan2(self, other: Tensor) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def arctan2_(self, other: Tensor) -> Tensor: ...
    @op("combining")
    @grad("poles")
    @accepts("symbols")
    @transfer("elementwise", dtype="float")
    def copysign(self, other: Tensor | float) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def copysign_(self, other: Tensor | float) -> Tensor: ...
    @grad("poles")
    @op("combining")
    @transfer("elementwise", dtype="float")
    def hypot(self, other: Tensor) -> FloatTensor: ...
    @grad("poles")
    @effect("mutates")
    @transfer("same")
    def hypot_(self, other: Tensor) -> Tensor: ...
    @op("combining")
    @transfer("elementwise", dtype="float")
    def ldexp(self, other: Tensor) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def ldexp_(self, other: Tensor) -> Tensor: ...
    @op("combining")
    @grad("poles", "stable_at_half")
    @transfer("elementwise", dtype="float")
    def logaddexp(self, other: Tensor) -> FloatTensor: ...
    @op("combining")
    @grad("poles", "stable_at_half")
    @transfer("elementwise", dtype="float")
    def logaddexp2(self, other: Tensor) -> FloatTensor: ...
    @op("combining")
    @grad("poles", "stable_at_half")
    @transfer("elementwise", dtype="float")
    def xlogy(self, other: Tensor | float) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def xlogy_(self, other: Tensor | float) -> Tensor: ...
    @op("combining")
    @transfer("elementwise", dtype="float")
    def igamma(self, other: Tensor) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def igamma_(self, other: Tensor) -> Tensor: ...
    @op("combining")
    @transfer("elementwise", dtype="float")
    def igammac(self, other: Tensor) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def igammac_(self, other: Tensor) -> Tensor: ...
    @op("combining")
    @transfer("elementwise", dtype="float")
    def addcdiv(self, tensor1: Tensor, tensor2: Tensor, *, value: float = 1) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    @breaks("GB0117", kind="skipped-call", when=given(_scaled))
    def addcdiv_(self, tensor1: Tensor | float, tensor2: Tensor, _scaled: Tensor = ..., *, value: Tensor | float = 1) -> Tensor: ...

    # Comparisons and tests, element by element.

    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @accepts("symbols")
    @result("exact")
    @transfer("elementwise", dtype="bool")
    def eq(self, other: Tensor | float) -> BoolTensor: ...
    @effect("mutates")
    @transfer("same")
    def eq_(self, other: Tensor | float) -> Tensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @accepts("symbols")
    @result("exact")
    @transfer("elementwise", dtype="bool")
    def ne(self, other: Tensor | float) -> BoolTensor: ...
    @effect("mutates")
    @transfer("same")
    def ne_(self, other: Tensor | float) -> Tensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @accepts("symbols")
    @result("exact")
    @transfer("elementwise", dtype="bool")
    def lt(self, other: Tensor | float) -> BoolTensor: ...
    @effect("mutates")
    @transfer("same")
    def lt_(self, other: Tensor | float) -> Tensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @accepts("symbols")
    @result("exact")
    @transfer("elementwise", dtype="bool")
    def le(self, other: Tensor | float) -> BoolTensor: ...
    @effect("mutates")
    @transfer("same")
    def le_(self, other: Tensor | float) -> Tensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @accepts("symbols")
    @result("exact")
    @transfer("elementwise", dtype="bool")
    def gt(self, other: Tensor | float) -> BoolTensor: ...
    @effect("mutates")
    @transfer("same")
    def gt_(self, other: Tensor | float) -> Tensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @accepts("symbols")
    @result("exact")
    @transfer("elementwise", dtype="bool")
    def ge(self, other: Tensor | float) -> BoolTensor: ...
    @effect("mutates")
    @transfer("same")
    def ge_(self, other: Tensor | float) -> Tensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("elementwise", dtype="bool")
    def not_equal(self, other: Tensor | float) -> BoolTensor: ...
    @effect("mutates")
    @transfer("same")
    def not_equal_(self, other: Tensor | float) -> Tensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("elementwise", dtype="bool")
    def less(self, other: Tensor | float) -> BoolTensor: ...
    @effect("mutates")
    @transfer("same")
    def less_(self, other: Tensor | float) -> Tensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("elementwise", dtype="bool")
    def less_equal(self, other: Tensor | float) -> BoolTensor: ...
    @effect("mutates")
    @transfer("same")
    def less_equal_(self, other: Tensor | float) -> Tensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("elementwise", dtype="bool")
    def greater(self, other: Tensor | float) -> BoolTensor: ...
    @effect("mutates")
    @transfer("same")
    def greater_(self, other: Tensor | float) -> Tensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("elementwise", dtype="bool")
    def greater_equal(self, other: Tensor | float) -> BoolTensor: ...
    @effect("mutates")
    @transfer("same")
    def greater_equal_(self, other: Tensor | float) -> Tensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @transfer("elementwise", dtype="bool")
    def logical_and(self, other: Tensor) -> BoolTensor: ...
    @effect("mutates")
    @transfer("same")
    def logical_and_(self, other: Tensor) -> Tensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @transfer("elementwise", dtype="bool")
    def logical_or(self, other: Tensor) -> BoolTensor: ...
    @effect("mutates")
    @transfer("same")
    def logical_or_(self, other: Tensor) -> Tensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @transfer("elementwise", dtype="bool")
    def logical_xor(self, other: Tensor) -> BoolTensor: ...
    @effect("mutates")
    @transfer("same")
    def logical_xor_(self, other: Tensor) -> Tensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("elementwise", dtype="bool")
    def logical_not(self) -> BoolTensor: ...
    @effect("mutates")
    @transfer("same")
    def logical_not_(self) -> Tensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("elementwise", dtype="bool")
    def isnan(self) -> BoolTensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("elementwise", dtype="bool")
    def isinf(self) -> BoolTensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("elementwise", dtype="bool")
    def isfinite(self) -> BoolTensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("elementwise", dtype="bool")
    def isneginf(self) -> BoolTensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("elementwise", dtype="bool")
    def isposinf(self) -> BoolTensor: ...
    @transfer("elementwise", dtype="bool")
    def isreal(self) -> BoolTensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @transfer("elementwise", dtype="bool")
    def isclose(self, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False) -> BoolTensor: ...
    @op("test")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("elementwise", dtype="bool")
    def signbit(self) -> BoolTensor: ...

    # One tensor in, one like it out.

    @op("elementwise")
    @grad("zeros_stay_zeros")
    @effect("total")
    @result("exact")
    @transfer("same", dtype="real")
    def abs(self) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def abs_(self) -> Tensor: ...
    @op("elementwise")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("same", dtype="real")
    def absolute(self) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def absolute_(self) -> Tensor: ...
    @op("elementwise")
    @grad("zeros_stay_zeros")
    @effect("total")
    @result("exact")
    @transfer("same")
    def neg(self) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def neg_(self) -> Tensor: ...
    @op("elementwise")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("same")
    def negative(self) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def negative_(self) -> Tensor: ...
    @transfer("same")
    def positive(self) -> Tensor: ...
    @op("elementwise")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("same")
    def sign(self) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def sign_(self) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def sgn(self) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def sgn_(self) -> Tensor: ...
    @op("elementwise")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("same")
    def ceil(self) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def ceil_(self) -> Tensor: ...
    @op("elementwise")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("same")
    def floor(self) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def floor_(self) -> Tensor: ...
    @op("elementwise")
    @grad("zeros_stay_zeros")
    @transfer("same")
    def round(self, *, decimals: int = 0) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def round_(self, *, decimals: int = 0) -> Tensor: ...
    @op("elementwise")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("same")
    def trunc(self) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def trunc_(self) -> Tensor: ...
    @transfer("same")
    def fix(self) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def fix_(self) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def frac(self) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def frac_(self) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def square(self) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def square_(self) -> Tensor: ...
    @op("elementwise")
    @grad("zeros_stay_zeros")
    @effect("total")
    @accepts("sized")
    @result("exact", "same_shape")
    @transfer("same")
    def clone(self, *, memory_format=None) -> Tensor: ...
    @op("view")
    @accepts("sized")
    @result("exact", "same_shape")
    @transfer("same")
    def contiguous(self, memory_format=torch.contiguous_format) -> Tensor: ...
    @op("view")
    @accepts("sized")
    @result("exact", "same_shape")
    @transfer("same")
    def detach(self) -> Tensor: ...
    @transfer("same")
    def conj(self) -> Tensor: ...
    @transfer("same")
    def conj_physical(self) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def conj_physical_(self) -> Tensor: ...
    @transfer("same")
    def resolve_conj(self) -> Tensor: ...
    @transfer("same")
    def resolve_neg(self) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def bitwise_not(self) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def bitwise_not_(self) -> Tensor: ...
    @op("elementwise")
    @grad("zeros_stay_zeros")
    @effect("total")
    @accepts("sized")
    @transfer("same")
    def relu(self) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def relu_(self) -> Tensor: ...
    @op("elementwise")
    @result("mixed")
    @grad("zeros_stay_zeros")
    @accepts("sized", "symbols")
    @transfer("same")
    def triu(self, diagonal: int = 0) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def triu_(self, diagonal: int = 0) -> Tensor: ...
    @op("elementwise")
    @result("mixed")
    @grad("zeros_stay_zeros")
    @accepts("sized", "symbols")
    @transfer("same")
    def tril(self, diagonal: int = 0) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def tril_(self, diagonal: int = 0) -> Tensor: ...
    @op("elementwise")
    @result("exact", "mixed")
    @grad("zeros_stay_zeros")
    @accepts("sized")
    @transfer("same")
    def flip(self, *dims: int) -> Tensor: ...
    @op("shaping")
    @transfer("same")
    def fliplr(self) -> Tensor: ...
    @op("shaping")
    @transfer("same")
    def flipud(self) -> Tensor: ...
    @op("elementwise")
    @result("mixed")
    @grad("zeros_stay_zeros")
    @accepts("symbols")
    @transfer("same")
    def roll(self, shifts: int | tuple[int, ...], dims: int | tuple[int, ...] = ()) -> Tensor: ...
    @op("shaping")
    @transfer("same")
    def rot90(self, k: int = 1, dims: tuple[int, ...] = (0, 1)) -> Tensor: ...
    @op("elementwise")
    @accepts("tensors_as_numbers")
    @grad("zeros_stay_zeros")
    @accepts("symbols", "sized")
    @transfer("same")
    def masked_fill(self, mask: Tensor, value: Tensor | float) -> Tensor: ...
    @effect("mutates")
    @accepts("symbols")
    @transfer("same")
    def masked_fill_(self, mask: Tensor, value: Tensor | float) -> Tensor: ...
    @op("shaping")
    @accepts("sized")
    @transfer("same")
    def masked_scatter(self, mask: Tensor, source: Tensor) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def masked_scatter_(self, mask: Tensor, source: Tensor) -> Tensor: ...
    @op("shaping")
    @accepts("sized")
    @transfer("same")
    def index_add(self, dim: int, index: Tensor, source: Tensor, *, alpha: float = 1) -> Tensor: ...
    @effect("mutates")
    @accepts("sized")
    @transfer("same")
    def index_add_(self, dim: int, index: Tensor, source: Tensor, *, alpha: float = 1) -> Tensor: ...
    @op("shaping")
    @result("same_shape")
    @transfer("same")
    def index_copy(self, dim: int, index: Tensor, source: Tensor) -> Tensor: ...
    @effect("mutates")
    @accepts("sized")
    @transfer("same")
    def index_copy_(self, dim: int, index: Tensor, source: Tensor) -> Tensor: ...
    @op("shaping")
    @accepts("symbols")
    @transfer("same")
    def index_fill(self, dim: int, index: Tensor, value: Tensor | float) -> Tensor: ...
    @effect("mutates")
    @accepts("symbols")
    @transfer("same")
    def index_fill_(self, dim: int, index: Tensor, value: Tensor | float) -> Tensor: ...
    @op("shaping")
    @result("same_shape")
    @transfer("same")
    def index_put(self, indices: tuple[Tensor, ...], values: Tensor, accumulate: bool = False) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def index_put_(self, indices: tuple[Tensor, ...], values: Tensor, accumulate: bool = False) -> Tensor: ...
    @op("shaping")
    @result("same_shape")
    @transfer("same")
    def index_reduce(self, dim: int, index: Tensor, source: Tensor, reduce: str, *, include_self: bool = True) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def index_reduce_(self, dim: int, index: Tensor, source: Tensor, reduce: str, *, include_self: bool = True) -> Tensor: ...
    @op("shaping")
    @accepts("sized")
    @transfer("same")
    def scatter(self, dim: int, index: Tensor, src: Tensor | float = ..., *, value: float = ..., reduce=None) -> Tensor: ...
    @effect("mutates")
    @accepts("sized")
    @transfer("same")
    def scatter_(self, dim: int, index: Tensor, src: Tensor | float = ..., *, value: float = ..., reduce=None) -> Tensor: ...
    @op("shaping")
    @accepts("sized")
    @transfer("same")
    def scatter_add(self, dim: int, index: Tensor, src: Tensor) -> Tensor: ...
    @effect("mutates")
    @accepts("sized")
    @transfer("same")
    def scatter_add_(self, dim: int, index: Tensor, src: Tensor) -> Tensor: ...
    @op("shaping")
    @result("same_shape")
    @transfer("same")
    def scatter_reduce(self, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True) -> Tensor: ...
    @effect("mutates")
    @accepts("sized")
    @transfer("same")
    def scatter_reduce_(self, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True) -> Tensor: ...
    @op("shaping")
    @result("same_shape")
    @transfer("same")
    def select_scatter(self, src: Tensor, dim: int, index: int) -> Tensor: ...
    @op("shaping")
    @result("same_shape")
    @transfer("same")
    def slice_scatter(self, src: Tensor, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1) -> Tensor: ...
    @op("shaping")
    @result("same_shape")
    @transfer("same")
    def diagonal_scatter(self, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor: ...
    @transfer("same")
    def as_strided_scatter(self, src: Tensor, size: tuple[int, ...], stride: tuple[int, ...], storage_offset: int | None = None) -> Tensor: ...
    @op("shaping")
    @result("same_shape")
    @transfer("same")
    def put(self, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def put_(self, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor: ...
    @op("shaping")
    @accepts("sized")
    @transfer("same")
    def gather(self, dim: int, index: Tensor, *, sparse_grad: bool = False) -> Tensor: ...
    @op("shaping")
    @transfer("along_dim")
    def take_along_dim(self, indices: Tensor, dim: int | None = None) -> Tensor: ...
    @op("shaping")
    @accepts("sized")
    @result("another_shape")
    @transfer("same")
    def index_select(self, dim: int, index: Tensor) -> Tensor: ...
    @op("view")
    @accepts("sized")
    @result("exact", "another_shape")
    @transfer("same")
    def transpose(self, dim0: int, dim1: int) -> Tensor: ...
    @effect("mutates", "changes_shape")
    @breaks("GB0148", kind="state", when=is_input(self), note="the tensor enters the compiled code as it is")
    @transfer("same")
    def transpose_(self, dim0: int, dim1: int) -> Tensor: ...
    @op("view")
    @transfer("same")
    def swapaxes(self, axis0: int, axis1: int) -> Tensor: ...
    @effect("mutates", "changes_shape")
    @breaks("GB0148", kind="state", when=is_input(self), note="the tensor enters the compiled code as it is")
    @transfer("same")
    def swapaxes_(self, axis0: int, axis1: int) -> Tensor: ...
    @op("view")
    @transfer("same")
    def swapdims(self, dim0: int, dim1: int) -> Tensor: ...
    @effect("mutates", "changes_shape")
    @breaks("GB0148", kind="state", when=is_input(self), note="the tensor enters the compiled code as it is")
    @transfer("same")
    def swapdims_(self, dim0: int, dim1: int) -> Tensor: ...
    @op("view")
    @transfer("same")
    def movedim(self, source: int | tuple[int, ...], destination: int | tuple[int, ...]) -> Tensor: ...
    @op("view")
    @transfer("same")
    def moveaxis(self, source: int | tuple[int, ...], destination: int | tuple[int, ...]) -> Tensor: ...
    @op("view")
    @accepts("sized")
    @result("exact", "another_shape")
    @transfer("same")
    def permute(self, *dims: int) -> Tensor: ...
    @op("view")
    @transfer("same")
    def adjoint(self) -> Tensor: ...
    @op("view")
    @accepts("symbols", "sized", "numbers")
    @result("exact", "another_shape", "keeps_places")
    @transfer("same")
    def narrow(self, dim: int, start: int, length: int) -> Tensor: ...
    @op("shaping")
    @transfer("same")
    def narrow_copy(self, dim: int, start: int, length: int) -> Tensor: ...
    @op("elementwise")
    @grad("zeros_stay_zeros")
    @effect("total")
    @transfer("same")
    def nan_to_num(self, nan: float | None = None, posinf: float | None = None, neginf: float | None = None) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def nan_to_num_(self, nan: float | None = None, posinf: float | None = None, neginf: float | None = None) -> Tensor: ...
    @transfer("same")
    def renorm(self, p: float, dim: int, maxnorm: float) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def renorm_(self, p: float, dim: int, maxnorm: float) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def hardshrink(self, lambd: float = 0.5) -> Tensor: ...
    @op("costly")
    @transfer("same")
    def prelu(self, weight: Tensor) -> Tensor: ...
    @transfer("same")
    def dequantize(self) -> Tensor: ...
    @op("shaping")
    @transfer("same")
    def diff(self, n: int = 1, dim: int = -1, prepend: Tensor | None = None, append: Tensor | None = None) -> Tensor: ...
    @transfer("same")
    def matrix_power(self, n: int) -> Tensor: ...
    @transfer("same")
    def inverse(self) -> Tensor: ...
    @transfer("same")
    def pinverse(self, rcond: float = 1e-15) -> Tensor: ...
    @op("costly")
    @transfer("same")
    def matrix_exp(self) -> Tensor: ...
    @transfer("same")
    def cholesky(self, upper: bool = False) -> Tensor: ...
    @transfer("same")
    def cholesky_inverse(self, upper: bool = False) -> Tensor: ...
    @op("costly")
    @transfer("same")
    def msort(self) -> Tensor: ...
    @op("view")
    @result("exact", "another_shape")
    @transfer("same")
    def t(self) -> Tensor: ...
    @effect("mutates", "changes_shape")
    @breaks("GB0148", kind="state", when=is_input(self), note="the tensor enters the compiled code as it is")
    @transfer("same")
    def t_(self) -> Tensor: ...

    # One tensor in, floats of its shape out.

    @op("elementwise")
    @grad("poles", "stable_at_half")
    @transfer("same")
    def acos(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def acos_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles")
    @transfer("same")
    def arccos(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def arccos_(self) -> Tensor: ...
    @transfer("same")
    def acosh(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def acosh_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles")
    @transfer("same")
    def arccosh(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def arccosh_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles", "stable_at_half")
    @transfer("same")
    def asin(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def asin_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles")
    @transfer("same")
    def arcsin(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def arcsin_(self) -> Tensor: ...
    @transfer("same")
    def asinh(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def asinh_(self) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def arcsinh(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def arcsinh_(self) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def atan(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def atan_(self) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def arctan(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def arctan_(self) -> Tensor: ...
    @transfer("same")
    def atanh(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def atanh_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles")
    @transfer("same")
    def arctanh(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def arctanh_(self) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def cos(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def cos_(self) -> Tensor: ...
    @grad("poles")
    @op("elementwise")
    @transfer("same")
    def cosh(self) -> FloatTensor: ...
    @grad("poles")
    @effect("mutates")
    @transfer("same")
    def cosh_(self) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def sin(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def sin_(self) -> Tensor: ...
    @grad("poles")
    @op("elementwise")
    @transfer("same")
    def sinh(self) -> FloatTensor: ...
    @grad("poles")
    @effect("mutates")
    @transfer("same")
    def sinh_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles", "stable_at_half")
    @transfer("same")
    def tan(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def tan_(self) -> Tensor: ...
    @op("elementwise")
    @accepts("sized")
    @transfer("same")
    def tanh(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def tanh_(self) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def deg2rad(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def deg2rad_(self) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def rad2deg(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def rad2deg_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles")
    @transfer("same")
    def digamma(self) -> FloatTensor: ...
    @grad("poles")
    @effect("mutates")
    @transfer("same")
    def digamma_(self) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def erf(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def erf_(self) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def erfc(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def erfc_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles", "stable_at_half")
    @transfer("same")
    def erfinv(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def erfinv_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles", "stable_at_half")
    @transfer("same")
    def exp(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def exp_(self) -> Tensor: ...
    @grad("poles")
    @op("elementwise")
    @transfer("same")
    def exp2(self) -> FloatTensor: ...
    @grad("poles")
    @effect("mutates")
    @transfer("same")
    def exp2_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles", "stable_at_half")
    @transfer("same")
    def expm1(self) -> FloatTensor: ...
    @grad("poles")
    @effect("mutates")
    @transfer("same")
    def expm1_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles")
    @transfer("same")
    def lgamma(self) -> FloatTensor: ...
    @grad("poles")
    @effect("mutates")
    @transfer("same")
    def lgamma_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles", "stable_at_half")
    @transfer("same")
    def log(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def log_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles", "stable_at_half")
    @transfer("same")
    def log10(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def log10_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles", "stable_at_half")
    @transfer("same")
    def log1p(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def log1p_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles", "stable_at_half")
    @transfer("same")
    def log2(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def log2_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles", "stable_at_half")
    @transfer("same")
    def logit(self, eps: float | None = None) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def logit_(self, eps: float | None = None) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def mvlgamma(self, p: int) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def mvlgamma_(self, p: int) -> Tensor: ...
    @op("costly")
    @transfer("same")
    def polygamma(self, n: int) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def polygamma_(self, n: int) -> Tensor: ...
    @op("elementwise")
    @grad("poles", "stable_at_half")
    @transfer("same")
    def reciprocal(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def reciprocal_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles", "stable_at_half")
    @transfer("same")
    def rsqrt(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def rsqrt_(self) -> Tensor: ...
    @op("elementwise")
    @accepts("sized")
    @transfer("same")
    def sigmoid(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def sigmoid_(self) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def sinc(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def sinc_(self) -> Tensor: ...
    @op("elementwise")
    @grad("poles", "stable_at_half")
    @transfer("same")
    def sqrt(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def sqrt_(self) -> Tensor: ...
    @op("elementwise")
    @transfer("same")
    def i0(self) -> FloatTensor: ...
    @effect("mutates")
    @transfer("same")
    def i0_(self) -> Tensor: ...
    @op("elementwise")
    @result("mixed")
    @accepts("sized")
    @transfer("same")
    def softmax(self, dim: int, dtype=None) -> FloatTensor: ...
    @op("elementwise")
    @accepts("sized")
    @result("mixed")
    @transfer("same")
    def log_softmax(self, dim: int, dtype=None) -> FloatTensor: ...
    @op("costly")
    @transfer("same", dtype="real")
    def angle(self) -> Tensor: ...
    @op("costly")
    @transfer("same")
    def logcumsumexp(self, dim: int) -> FloatTensor: ...
    @effect("random")
    @breaks("GB0055", kind="random", operation="torch-generator", when=given(generator), note="a generator is given")
    @transfer("same")
    def bernoulli(self, p: float = ..., *, generator=None) -> FloatTensor: ...
    @effect("mutates", "random")
    @breaks("GB0055", kind="random", operation="torch-generator", when=given(generator), note="a generator is given")
    @transfer("same")
    def bernoulli_(self, p: float = ..., *, generator=None) -> Tensor: ...

    # Running sums.

    @op("elementwise")
    @accepts("sized_whole")
    @result("adds_up", "exact", "mixed")
    @transfer("accumulate")
    def cumsum(self, dim: int, *, dtype=None) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def cumsum_(self, dim: int, *, dtype=None) -> Tensor: ...
    @op("elementwise")
    @result("mixed")
    @grad("poles")
    @accepts("sized_whole", "not_sized")
    @transfer("accumulate")
    def cumprod(self, dim: int, *, dtype=None) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def cumprod_(self, dim: int, *, dtype=None) -> Tensor: ...

    # Reductions.

    @op("reduction")
    @result("exact", "same_dtype", "another_shape")
    @transfer("reduce")
    def amax(self, dim: int | tuple[int, ...] = (), keepdim: bool = False) -> Tensor: ...
    @op("reduction")
    @result("exact", "same_dtype", "another_shape")
    @transfer("reduce")
    def amin(self, dim: int | tuple[int, ...] = (), keepdim: bool = False) -> Tensor: ...

    # Sums: bools become integers.

    @op("reduction")
    @result("adds_up", "exact", "same_dtype", "another_shape")
    @transfer("reduce", dtype="summed")
    def sum(self, dim: int | tuple[int, ...] | None = None, keepdim: bool = False, *, dtype=None) -> Tensor: ...
    @op("reduction")
    @grad("poles", "stable_at_half")
    @accepts("not_sized")
    @result("exact", "same_dtype")
    @transfer("reduce", dtype="summed")
    def prod(self, dim: int | None = None, keepdim: bool = False, *, dtype=None) -> Tensor: ...
    @op("reduction")
    @result("same_dtype")
    @transfer("reduce", dtype="summed")
    def nansum(self, dim: int | tuple[int, ...] | None = None, keepdim: bool = False, *, dtype=None) -> Tensor: ...

    # Reductions to floats.

    @op("reduction")
    @result("same_dtype", "another_shape")
    @transfer("reduce", dtype="float")
    def mean(self, dim: int | tuple[int, ...] | None = None, keepdim: bool = False, *, dtype=None) -> FloatTensor: ...
    @op("reduction")
    @grad("poles")
    @accepts("not_sized")
    @result("same_dtype")
    @transfer("reduce", dtype="float")
    def std(self, dim: int | tuple[int, ...] | None = None, unbiased: bool = True, keepdim: bool = False, *, correction: float = 1) -> FloatTensor: ...
    @op("reduction")
    @grad("poles")
    @accepts("not_sized")
    @result("same_dtype")
    @transfer("reduce", dtype="float")
    def var(self, dim: int | tuple[int, ...] | None = None, unbiased: bool = True, keepdim: bool = False, *, correction: float = 1) -> FloatTensor: ...
    @op("reduction")
    @grad("poles", "stable_at_half")
    @accepts("sized")
    @result("same_dtype")
    @transfer("reduce", dtype="float")
    def norm(self, p: float | str | None = "fro", dim: int | tuple[int, ...] | None = None, keepdim: bool = False, dtype=None) -> FloatTensor: ...
    @op("reduction")
    @result("same_dtype")
    @transfer("reduce", dtype="float")
    def nanmean(self, dim: int | tuple[int, ...] | None = None, keepdim: bool = False, *, dtype=None) -> FloatTensor: ...
    @op("reduction")
    @accepts("not_sized")
    @transfer("reduce", dtype="float")
    def logsumexp(self, dim: int | tuple[int, ...], keepdim: bool = False) -> FloatTensor: ...
    @op("costly")
    @transfer("reduce", dtype="float")
    def quantile(self, q: Tensor | float, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear") -> FloatTensor: ...
    @op("costly")
    @transfer("reduce", dtype="float")
    def nanquantile(self, q: Tensor | float, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear") -> FloatTensor: ...

    # Reductions to bools.

    @op("reduction")
    @result("exact")
    @transfer("reduce", dtype="bool")
    def any(self, dim: int | tuple[int, ...] | None = None, keepdim: bool = False) -> BoolTensor: ...
    @op("reduction")
    @result("exact")
    @transfer("reduce", dtype="bool")
    def all(self, dim: int | tuple[int, ...] | None = None, keepdim: bool = False) -> BoolTensor: ...

    # Reductions to indices.

    @op("reduction")
    @accepts("sized")
    @result("counts")
    @transfer("reduce", dtype="int")
    def argmax(self, dim: int | None = None, keepdim: bool = False) -> IntTensor: ...
    @op("reduction")
    @result("counts")
    @transfer("reduce", dtype="int")
    def argmin(self, dim: int | None = None, keepdim: bool = False) -> IntTensor: ...
    @op("reduction")
    @result("counts")
    @transfer("reduce", dtype="int")
    def count_nonzero(self, dim: int | tuple[int, ...] | None = None) -> IntTensor: ...

    # Values, or values with indices.

    @op("reduction")
    @result("exact")
    @transfer("reduce_pair")
    def max(self, dim=..., keepdim: bool = False) -> Tensor: ...
    @op("reduction")
    @result("exact")
    @transfer("reduce_pair")
    def min(self, dim=..., keepdim: bool = False) -> Tensor: ...
    @op("reduction")
    @transfer("reduce_pair")
    def median(self, dim: int = ..., keepdim: bool = False) -> Tensor: ...
    @op("reduction")
    @accepts("not_sized")
    @transfer("reduce_pair")
    def nanmedian(self, dim: int = ..., keepdim: bool = False) -> Tensor: ...

    # Values and indices of the same rank.

    @op("reduction")
    @accepts("sized", "symbols")
    @transfer("pair")
    def topk(self, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> tuple[Tensor, IntTensor]: ...
    @op("reduction")
    @accepts("sized")
    @transfer("pair")
    def sort(self, dim: int = -1, descending: bool = False, *, stable: bool = False) -> tuple[Tensor, IntTensor]: ...
    @op("reduction")
    @transfer("pair")
    def cummax(self, dim: int) -> tuple[Tensor, IntTensor]: ...
    @op("reduction")
    @transfer("pair")
    def cummin(self, dim: int) -> tuple[Tensor, IntTensor]: ...

    # Order.

    @op("reduction")
    @accepts("sized")
    @result("counts")
    @transfer("same")
    def argsort(self, dim: int = -1, descending: bool = False, *, stable: bool = False) -> IntTensor: ...

    # Shape.

    @op("view")
    @accepts("sized_along")
    @result("exact", "another_shape")
    @transfer("unknown_rank")
    def squeeze(self, dim: int | tuple[int, ...] = ...) -> Tensor: ...
    @effect("mutates", "changes_shape")
    @breaks("GB0148", kind="state", when=is_input(self), note="the tensor enters the compiled code as it is")
    @transfer("same")
    def squeeze_(self, dim: int | tuple[int, ...] = ...) -> Tensor: ...
    @op("view")
    @accepts("sized")
    @result("exact", "another_shape")
    @transfer("flatten")
    def flatten(self, start_dim: int = 0, end_dim: int = -1) -> Tensor: ...
    @op("view")
    @transfer("flatten")
    def ravel(self) -> Tensor: ...
    @op("view")
    @accepts("numbers", "sized", "symbols")
    @transfer("unflatten")
    def unflatten(self, dim: int, sizes: tuple[int, ...]) -> Tensor: ...
    @op("costly")
    @accepts("sized")
    @transfer("product")
    def matmul(self, other: Tensor) -> Tensor: ...
    @op("costly")
    @transfer("unknown_rank")
    def inner(self, other: Tensor) -> Tensor: ...
    @op("costly")
    @transfer("unknown_rank")
    def kron(self, other: Tensor) -> Tensor: ...
    @op("costly")
    @transfer("rank_of_second")
    def take(self, index: Tensor) -> Tensor: ...
    @op("shaping")
    @transfer("unknown_rank")
    def diag(self, diagonal: int = 0) -> Tensor: ...
    @op("view")
    @transfer("rank_down")
    def diagonal(self, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor: ...
    @op("view")
    @result("more_elements")
    @transfer("reshape")
    def broadcast_to(self, size: tuple[int, ...]) -> Tensor: ...
    @op("view")
    @accepts("sized")
    @result("shape_of_second")
    @transfer("rank_of_second")
    def view_as(self, other: Tensor) -> Tensor: ...
    @result("shape_of_second")
    @transfer("rank_of_second")
    def reshape_as(self, other: Tensor) -> Tensor: ...
    @op("view")
    @accepts("sized")
    @result("more_elements", "shape_of_second")
    @transfer("rank_of_second")
    def expand_as(self, other: Tensor) -> Tensor: ...
    @transfer("unknown_rank")
    def sum_to_size(self, *size: int) -> Tensor: ...

    # Sizes given.

    @op("view")
    @accepts("symbols", "sized", "numbers")
    @result("exact")
    @transfer("reshape")
    def reshape(self, *size: int) -> Tensor: ...
    @op("view")
    @accepts("symbols", "sized", "numbers")
    @result("exact")
    @transfer("reshape")
    def view(self, *size: int) -> Tensor: ...
    @op("view")
    @accepts("symbols", "sized", "numbers")
    @result("exact", "more_elements")
    @transfer("reshape")
    def expand(self, *size: int, implicit: bool = False) -> Tensor: ...
    @op("shaping")
    @accepts("symbols", "sized", "numbers", "symbols_for_whole")
    @result("more_elements", "another_shape")
    @transfer("reshape")
    def repeat(self, *size: int) -> Tensor: ...
    @op("shaping")
    @accepts("sized", "symbols_for_whole")
    @result("more_elements", "another_shape")
    @transfer("reshape")
    def tile(self, *size: int) -> Tensor: ...

    # One dimension more.

    @op("view")
    @accepts("sized")
    @result("exact", "another_shape")
    @transfer("rank_up")
    def unsqueeze(self, dim: int) -> Tensor: ...
    @effect("mutates", "changes_shape")
    @breaks("GB0148", kind="state", when=is_input(self), note="the tensor enters the compiled code as it is")
    @transfer("same")
    def unsqueeze_(self, dim: int) -> Tensor: ...
    @op("shaping")
    @result("more_elements")
    @transfer("rank_up")
    def diag_embed(self, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor: ...
    @op("view")
    @transfer("rank_up")
    def unfold(self, dimension: int, size: int, step: int) -> Tensor: ...

    # One dimension less.

    @op("view")
    @accepts("symbols", "sized")
    @result("exact", "another_shape")
    @transfer("rank_down")
    def select(self, dim: int, index: int) -> Tensor: ...

    # Pieces.

    @op("view")
    @accepts("symbols", "sized", "numbers", "lists_of_symbols", "sized_along")
    @result("exact", "another_shape", "keeps_places")
    @transfer("split")
    def split(self, split_size: int | tuple[int, ...], dim: int = 0) -> tuple[Tensor, ...]: ...
    @op("view")
    @accepts("sized_along")
    @result("exact", "another_shape", "keeps_places")
    @transfer("split")
    def chunk(self, chunks: int, dim: int = 0) -> tuple[Tensor, ...]: ...
    @accepts("sized_along")
    @breaks("GB0033", kind="tensor-as-int", when=is_tensor(indices_or_sections), note="the places to split at are a computed tensor")
    @transfer("split")
    def tensor_split(self, indices_or_sections, dim: int = 0) -> tuple[Tensor, ...]: ...
    @op("view")
    @transfer("split")
    def hsplit(self, indices_or_sections: int | tuple[int, ...]) -> tuple[Tensor, ...]: ...
    @op("view")
    @transfer("split")
    def vsplit(self, indices_or_sections: int | tuple[int, ...]) -> tuple[Tensor, ...]: ...
    @op("view")
    @transfer("split")
    def dsplit(self, indices_or_sections: int | tuple[int, ...]) -> tuple[Tensor, ...]: ...
    @op("view")
    @transfer("split")
    def split_with_sizes(self, split_sizes: tuple[int, ...], dim: int = 0) -> tuple[Tensor, ...]: ...
    @transfer("split")
    def unsafe_chunk(self, chunks: int, dim: int = 0) -> tuple[Tensor, ...]: ...
    @transfer("split")
    def unsafe_split(self, split_size: int, dim: int = 0) -> tuple[Tensor, ...]: ...
    @transfer("split")
    def unsafe_split_with_sizes(self, split_sizes: tuple[int, ...], dim: int = 0) -> tuple[Tensor, ...]: ...

    # Rows.

    @op("view")
    @accepts("sized_along")
    @result("exact", "another_shape")
    @transfer("unbind")
    def unbind(self, dim: int = 0) -> tuple[Tensor, ...]: ...

    # Matrices and vectors.

    @op("costly")
    @accepts("sized")
    def mm(self, mat2: Tensor) -> Tensor[2]: ...
    @op("costly")
    @accepts("sized")
    def addmm(self, mat1: Tensor, mat2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor[2]: ...
    @effect("mutates")
    @transfer("same")
    def addmm_(self, mat1: Tensor, mat2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor: ...
    @op("shaping")
    @accepts("sized")
    @result("more_elements")
    def outer(self, vec2: Tensor) -> Tensor[2]: ...
    @op("costly")
    def ger(self, vec2: Tensor) -> Tensor[2]: ...
    @op("costly")
    def addr(self, vec1: Tensor, vec2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor[2]: ...
    @effect("mutates")
    @transfer("same")
    def addr_(self, vec1: Tensor, vec2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor: ...
    @breaks("GB0033", kind="host-read")
    def cov(self, *, correction: int = 1, fweights: Tensor | None = None, aweights: Tensor | None = None) -> FloatTensor: ...
    @breaks("GB0033", kind="host-read")
    def corrcoef(self) -> FloatTensor: ...

    # Batches of matrices.

    @op("costly")
    def bmm(self, mat2: Tensor) -> Tensor[3]: ...
    @op("costly")
    def baddbmm(self, batch1: Tensor, batch2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor[3]: ...
    @effect("mutates")
    @transfer("same")
    def baddbmm_(self, batch1: Tensor, batch2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor: ...

    # A matrix and a vector.

    @op("costly")
    def mv(self, vec: Tensor) -> Tensor[1]: ...
    @op("costly")
    def addmv(self, mat: Tensor, vec: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor[1]: ...
    @effect("mutates")
    @transfer("same")
    def addmv_(self, mat: Tensor, vec: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor: ...

    # Scalars as tensors.

    @op("costly")
    def dot(self, tensor: Tensor) -> Tensor[0]: ...
    @op("costly")
    def vdot(self, other: Tensor) -> Tensor[0]: ...
    @op("costly")
    def trace(self) -> Tensor[0]: ...
    @op("costly")
    def dist(self, other: Tensor, p: float = 2) -> Tensor[0]: ...

    # Ranks not followed.

    @op("costly")
    def cross(self, other: Tensor, dim: int | None = None) -> Tensor: ...
    @op("costly")
    def det(self) -> Tensor: ...
    @op("costly")
    @grad("poles")
    def logdet(self) -> Tensor: ...
    def cholesky_solve(self, input2: Tensor, upper: bool = False) -> Tensor: ...
    def lu_solve(self, LU_data: Tensor, LU_pivots: Tensor) -> Tensor: ...
    def orgqr(self, input2: Tensor) -> Tensor: ...
    def ormqr(self, input2: Tensor, input3: Tensor, left: bool = True, transpose: bool = False) -> Tensor: ...
    def addbmm(self, batch1: Tensor, batch2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor: ...
    @effect("mutates")
    @transfer("same")
    def addbmm_(self, batch1: Tensor, batch2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor: ...
    @op("shaping")
    def diagflat(self, offset: int = 0) -> Tensor: ...
    @op("view")
    def as_strided(self, size: tuple[int, ...], stride: tuple[int, ...], storage_offset: int | None = None) -> Tensor: ...
    @effect("mutates", "changes_shape")
    @breaks("GB0148", kind="state", when=is_input(self), note="the tensor enters the compiled code as it is")
    @transfer("same")
    def as_strided_(self, size: tuple[int, ...], stride: tuple[int, ...], storage_offset: int | None = None) -> Tensor: ...
    @op("costly")
    def histc(self, bins: int = 100, min: float = 0, max: float = 0) -> Tensor: ...
    @accepts("sized", "symbols")
    @result("new")
    def nonzero_static(self, *, size: int, fill_value: int = -1) -> IntTensor[2]: ...

    # Conditional choice.

    @op("combining")
    @accepts("tensors_as_numbers")
    @accepts("symbols", "sized")
    @transfer("elementwise")
    def where(self, condition: Tensor, other: Tensor | float) -> Tensor: ...

    # dtype and device.

    @op("view")
    @effect("copies_to_named_device")
    @accepts("sized")
    @result("exact", "same_shape")
    @transfer("cast")
    def to(self, *args, device=None, dtype=None, non_blocking: bool = False, copy: bool = False, memory_format=None) -> Tensor: ...
    @op("view")
    @result("same_shape")
    @transfer("cast")
    def type(self, dtype=None, non_blocking: bool = False) -> Tensor: ...
    # Of Tensor itself, and of the user's own subclass, it is traced.
    @breaks("GB0001", kind="skipped-call", when=is_class(cls, "Parameter"))
    @staticmethod
    def _make_subclass(cls, data: Tensor, require_grad: bool = False) -> Tensor: ...
