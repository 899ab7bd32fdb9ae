"""torch.nn.functional. Shapes keep their rank except where said."""

from graphmend import FloatTensor, IntTensor, accepts, breaks, effect, given, grad, op, result, transfer
from torch import Tensor

# Activations.

@op("elementwise")
@grad("zeros_stay_zeros")
@effect("total")
@accepts("sized")
@transfer("same")
def relu(input: Tensor, inplace: bool = False) -> Tensor: ...
@effect("mutates")
@transfer("same")
def relu_(input: Tensor) -> Tensor: ...
@op("elementwise")
@grad("zeros_stay_zeros")
@effect("total")
@transfer("same")
def relu6(input: Tensor, inplace: bool = False) -> Tensor: ...
@op("elementwise")
@grad("zeros_stay_zeros")
@transfer("same")
def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> Tensor: ...
@effect("mutates")
@transfer("same")
def hardtanh_(input: Tensor, min_val: float = -1.0, max_val: float = 1.0) -> Tensor: ...
@op("elementwise")
@accepts("symbols")
@transfer("same")
def threshold(input: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor: ...
@effect("mutates")
@transfer("same")
def threshold_(input: Tensor, threshold: float, value: float) -> Tensor: ...
@op("elementwise")
@accepts("symbols")
@transfer("same")
def hardshrink(input: Tensor, lambd: float = 0.5) -> Tensor: ...

# Activations that make floats.

@op("elementwise")
@transfer("same")
def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> FloatTensor: ...
@effect("mutates")
@transfer("same")
def celu_(input: Tensor, alpha: float = 1.0) -> FloatTensor: ...
@op("elementwise")
@accepts("symbols")
@transfer("same")
def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> FloatTensor: ...
@effect("mutates")
@transfer("same")
def elu_(input: Tensor, alpha: float = 1.0) -> FloatTensor: ...
@op("elementwise")
@accepts("sized")
@transfer("same")
def gelu(input: Tensor, approximate: str = "none") -> FloatTensor: ...
@op("shaping")
@transfer("same")
def glu(input: Tensor, dim: int = -1) -> FloatTensor: ...
@effect("random")
@transfer("same")
def gumbel_softmax(logits: Tensor, tau: Tensor | float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1) -> FloatTensor: ...
@op("elementwise")
@grad("zeros_stay_zeros")
@effect("total")
@transfer("same")
def hardsigmoid(input: Tensor, inplace: bool = False) -> FloatTensor: ...
@op("elementwise")
@transfer("same")
def hardswish(input: Tensor, inplace: bool = False) -> FloatTensor: ...
@op("elementwise")
@grad("zeros_stay_zeros")
@effect("total")
@accepts("symbols")
@transfer("same")
def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> FloatTensor: ...
@effect("mutates")
@transfer("same")
def leaky_relu_(input: Tensor, negative_slope: float = 0.01) -> FloatTensor: ...
@op("elementwise")
@accepts("sized")
@result("mixed")
@transfer("same")
def log_softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype=None) -> FloatTensor: ...
@op("elementwise")
@transfer("same")
def logsigmoid(input: Tensor) -> FloatTensor: ...
@op("elementwise")
@transfer("same")
def mish(input: Tensor, inplace: bool = False) -> FloatTensor: ...
@op("costly")
@transfer("same")
def prelu(input: Tensor, weight: Tensor) -> FloatTensor: ...
@effect("random")
@transfer("same")
def rrelu(input: Tensor, lower: float = 0.125, upper: float = 0.3333333333333333, training: bool = False, inplace: bool = False) -> FloatTensor: ...
@effect("mutates", "random")
@transfer("same")
def rrelu_(input: Tensor, lower: float = 0.125, upper: float = 0.333, training: bool = False) -> FloatTensor: ...
@op("elementwise")
@transfer("same")
def selu(input: Tensor, inplace: bool = False) -> FloatTensor: ...
@effect("mutates")
@transfer("same")
def selu_(input: Tensor) -> FloatTensor: ...
@op("elementwise")
@accepts("sized")
@transfer("same")
def sigmoid(input: Tensor) -> FloatTensor: ...
@op("elementwise")
@accepts("sized")
@transfer("same")
def silu(input: Tensor, inplace: bool = False) -> FloatTensor: ...
@op("elementwise")
@result("mixed")
@accepts("sized")
@transfer("same")
def softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype=None) -> FloatTensor: ...
@op("elementwise")
@result("mixed")
@transfer("same")
def softmin(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype=None) -> FloatTensor: ...
@op("elementwise")
@accepts("symbols")
@transfer("same")
def softplus(input: Tensor, beta: float = 1.0, threshold: float = 20.0) -> FloatTensor: ...
@op("elementwise")
@transfer("same")
def softshrink(input: Tensor, lambd: float = 0.5) -> FloatTensor: ...
@op("elementwise")
@transfer("same")
def softsign(input: Tensor) -> FloatTensor: ...
@op("elementwise")
@accepts("sized")
@transfer("same")
def tanh(input: Tensor) -> FloatTensor: ...
@op("elementwise")
@transfer("same")
def tanhshrink(input: Tensor) -> FloatTensor: ...

# Linear maps, convolutions and attention.

@op("costly")
@accepts("sized")
@result("keeps_places")
@transfer("same")
def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> FloatTensor: ...
@op("costly")
@transfer("same")
def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> FloatTensor: ...
@op("costly")
@transfer("same")
def conv1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | tuple[int, ...] = 1, padding: int | tuple[int, ...] | str = 0, dilation: int | tuple[int, ...] = 1, groups: int = 1) -> FloatTensor: ...
@op("costly")
@transfer("same")
def conv2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | tuple[int, ...] = 1, padding: int | tuple[int, ...] | str = 0, dilation: int | tuple[int, ...] = 1, groups: int = 1) -> FloatTensor: ...
@op("costly")
@transfer("same")
def conv3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | tuple[int, ...] = 1, padding: int | tuple[int, ...] | str = 0, dilation: int | tuple[int, ...] = 1, groups: int = 1) -> FloatTensor: ...
@op("costly")
@transfer("same")
def conv_tbc(input: Tensor, weight: Tensor, bias: Tensor, pad: int = 0) -> FloatTensor: ...
@op("costly")
@transfer("same")
def conv_transpose1d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | tuple[int, ...] = 1, padding: int | tuple[int, ...] = 0, output_padding: int | tuple[int, ...] = 0, groups: int = 1, dilation: int | tuple[int, ...] = 1) -> FloatTensor: ...
@op("costly")
@transfer("same")
def conv_transpose2d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | tuple[int, ...] = 1, padding: int | tuple[int, ...] = 0, output_padding: int | tuple[int, ...] = 0, groups: int = 1, dilation: int | tuple[int, ...] = 1) -> FloatTensor: ...
@op("costly")
@transfer("same")
def conv_transpose3d(input: Tensor, weight: Tensor, bias: Tensor | None = None, stride: int | tuple[int, ...] = 1, padding: int | tuple[int, ...] = 0, output_padding: int | tuple[int, ...] = 0, groups: int = 1, dilation: int | tuple[int, ...] = 1) -> FloatTensor: ...
@effect("random")
@transfer("same")
def scaled_dot_product_attention(query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None = None, dropout_p: float = 0.0, is_causal: bool = False, scale: float | None = None, enable_gqa: bool = False) -> FloatTensor: ...

# Normalisation and dropout.

@effect("changes_state")
@transfer("same")
def batch_norm(input: Tensor, running_mean: Tensor | None, running_var: Tensor | None, weight: Tensor | None = None, bias: Tensor | None = None, training: bool = False, momentum: float = 0.1, eps: float = 1e-05) -> FloatTensor: ...
@op("shaping")
@transfer("same")
def group_norm(input: Tensor, num_groups: int, weight: Tensor | None = None, bias: Tensor | None = None, eps: float = 1e-05) -> FloatTensor: ...
@effect("changes_state")
@transfer("same")
def instance_norm(input: Tensor, running_mean: Tensor | None = None, running_var: Tensor | None = None, weight: Tensor | None = None, bias: Tensor | None = None, use_input_stats: bool = True, momentum: float = 0.1, eps: float = 1e-05) -> FloatTensor: ...
@op("elementwise")
@result("mixed")
@accepts("sized")
@transfer("same")
def layer_norm(input: Tensor, normalized_shape: int | tuple[int, ...], weight: Tensor | None = None, bias: Tensor | None = None, eps: float = 1e-05) -> FloatTensor: ...
@op("shaping")
@transfer("same")
def local_response_norm(input: Tensor, size, alpha: float = 0.0001, beta: float = 0.75, k: float = 1.0) -> FloatTensor: ...
@op("elementwise")
@result("mixed")
@grad("poles")
@accepts("sized")
@transfer("same")
def normalize(input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12, out: Tensor | None = None) -> FloatTensor: ...
@op("shaping")
@transfer("same")
def rms_norm(input: Tensor, normalized_shape: int | tuple[int, ...], weight: Tensor | None = None, eps: float | None = None) -> FloatTensor: ...
@effect("random")
@transfer("same")
def alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> FloatTensor: ...
@effect("random")
@accepts("sized")
@transfer("same")
def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> FloatTensor: ...
@effect("random")
@transfer("same")
def dropout1d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> FloatTensor: ...
@effect("random")
@transfer("same")
def dropout2d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> FloatTensor: ...
@effect("random")
@transfer("same")
def dropout3d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> FloatTensor: ...
@effect("random")
@transfer("same")
def feature_alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> FloatTensor: ...

# Pooling, padding and resampling.

@op("shaping")
@transfer("same")
def adaptive_avg_pool1d(input: Tensor, output_size: int) -> Tensor: ...
@op("shaping")
@transfer("same")
def adaptive_avg_pool2d(input: Tensor, output_size) -> Tensor: ...
@op("shaping")
@transfer("same")
def adaptive_avg_pool3d(input: Tensor, output_size) -> Tensor: ...
@op("shaping")
@transfer("same")
def avg_pool1d(input: Tensor, kernel_size: int | tuple[int, ...], stride: int | tuple[int, ...] | None = None, padding: int | tuple[int, ...] = 0, ceil_mode: bool = False, count_include_pad: bool = True) -> Tensor: ...
@op("shaping")
@transfer("same")
def avg_pool2d(input: Tensor, kernel_size: int | tuple[int, ...], stride: int | tuple[int, ...] | None = None, padding: int | tuple[int, ...] = 0, ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int | None = None) -> Tensor: ...
@op("shaping")
@transfer("same")
def avg_pool3d(input: Tensor, kernel_size: int | tuple[int, ...], stride: int | tuple[int, ...] | None = None, padding: int | tuple[int, ...] = 0, ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int | None = None) -> Tensor: ...
@op("shaping")
@transfer("same")
def lp_pool1d(input: Tensor, norm_type: float, kernel_size: int, stride=None, ceil_mode: bool = False) -> Tensor: ...
@op("shaping")
@transfer("same")
def lp_pool2d(input: Tensor, norm_type: float, kernel_size, stride=None, ceil_mode: bool = False) -> Tensor: ...
@op("shaping")
@transfer("same")
def lp_pool3d(input: Tensor, norm_type: float, kernel_size, stride=None, ceil_mode: bool = False) -> Tensor: ...
@op("shaping")
@transfer("same")
def channel_shuffle(input: Tensor, groups: int) -> Tensor: ...
@transfer("same")
def native_channel_shuffle(input: Tensor, groups: int) -> Tensor: ...
@op("costly")
@transfer("same")
def grid_sample(input: Tensor, grid: Tensor, mode="bilinear", padding_mode="zeros", align_corners: bool | None = None) -> Tensor: ...
@op("costly")
@accepts("numbers")
@transfer("same")
def interpolate(input: Tensor, size: int | tuple[int, ...] | None = None, scale_factor=None, mode="nearest", align_corners: bool | None = None, recompute_scale_factor: bool | None = None, antialias: bool = False) -> Tensor: ...
@op("shaping")
@accepts("symbols", "sized", "numbers")
@result("more_elements", "another_shape")
@transfer("same")
def pad(input: Tensor, pad: tuple[int, ...], mode="constant", value: float | None = None) -> Tensor: ...
@op("shaping")
@transfer("same")
def pixel_shuffle(input: Tensor, upscale_factor: int) -> Tensor: ...
@op("shaping")
@transfer("same")
def pixel_unshuffle(input: Tensor, downscale_factor: int) -> Tensor: ...
@op("costly")
@transfer("same")
def upsample(input: Tensor, size=None, scale_factor=None, mode="nearest", align_corners=None) -> Tensor: ...
@op("costly")
@transfer("same")
def upsample_bilinear(input: Tensor, size=None, scale_factor=None) -> Tensor: ...
@op("costly")
@transfer("same")
def upsample_nearest(input: Tensor, size=None, scale_factor=None) -> Tensor: ...
@transfer("same")
def max_unpool1d(input: Tensor, indices: Tensor, kernel_size, stride=None, padding=0, output_size=None) -> Tensor: ...
@transfer("same")
def max_unpool2d(input: Tensor, indices: Tensor, kernel_size, stride=None, padding=0, output_size=None) -> Tensor: ...
@transfer("same")
def max_unpool3d(input: Tensor, indices: Tensor, kernel_size, stride=None, padding=0, output_size=None) -> Tensor: ...

# With return_indices a pair.

@op("shaping")
@transfer("tuple_if_asked")
def max_pool1d(input: Tensor, kernel_size: int | tuple[int, ...], stride: int | tuple[int, ...] | None = None, padding: int | tuple[int, ...] = 0, dilation: int | tuple[int, ...] = 1, ceil_mode: bool = False, return_indices: bool = False): ...
@op("shaping")
@transfer("tuple_if_asked")
def max_pool2d(input: Tensor, kernel_size: int | tuple[int, ...], stride: int | tuple[int, ...] | None = None, padding: int | tuple[int, ...] = 0, dilation: int | tuple[int, ...] = 1, ceil_mode: bool = False, return_indices: bool = False): ...
@op("shaping")
@transfer("tuple_if_asked")
def max_pool3d(input: Tensor, kernel_size: int | tuple[int, ...], stride: int | tuple[int, ...] | None = None, padding: int | tuple[int, ...] = 0, dilation: int | tuple[int, ...] = 1, ceil_mode: bool = False, return_indices: bool = False): ...
@op("shaping")
@transfer("tuple_if_asked")
def adaptive_max_pool1d(input: Tensor, output_size, return_indices: bool = False): ...
@op("shaping")
@transfer("tuple_if_asked")
def adaptive_max_pool2d(input: Tensor, output_size, return_indices: bool = False): ...
@op("shaping")
@transfer("tuple_if_asked")
def adaptive_max_pool3d(input: Tensor, output_size, return_indices: bool = False): ...
@effect("random")
@transfer("same")
def fractional_max_pool2d(input: Tensor, kernel_size, output_size=None, output_ratio=None, return_indices: bool = False, _random_samples: Tensor | None = None) -> Tensor: ...
@effect("random")
@transfer("same")
def fractional_max_pool3d(input: Tensor, kernel_size, output_size=None, output_ratio=None, return_indices: bool = False, _random_samples: Tensor | None = None) -> Tensor: ...

# Pairs of values and indices.

def max_pool1d_with_indices(input: Tensor, kernel_size: int | tuple[int, ...], stride: int | tuple[int, ...] | None = None, padding: int | tuple[int, ...] = 0, dilation: int | tuple[int, ...] = 1, ceil_mode: bool = False, return_indices: bool = False) -> tuple[Tensor, IntTensor]: ...
def max_pool2d_with_indices(input: Tensor, kernel_size: int | tuple[int, ...], stride: int | tuple[int, ...] | None = None, padding: int | tuple[int, ...] = 0, dilation: int | tuple[int, ...] = 1, ceil_mode: bool = False, return_indices: bool = False) -> tuple[Tensor, IntTensor]: ...
def max_pool3d_with_indices(input: Tensor, kernel_size: int | tuple[int, ...], stride: int | tuple[int, ...] | None = None, padding: int | tuple[int, ...] = 0, dilation: int | tuple[int, ...] = 1, ceil_mode: bool = False, return_indices: bool = False) -> tuple[Tensor, IntTensor]: ...
def adaptive_max_pool1d_with_indices(input: Tensor, output_size, return_indices: bool = False) -> tuple[Tensor, IntTensor]: ...
def adaptive_max_pool2d_with_indices(input: Tensor, output_size, return_indices: bool = False) -> tuple[Tensor, IntTensor]: ...
def adaptive_max_pool3d_with_indices(input: Tensor, output_size, return_indices: bool = False) -> tuple[Tensor, IntTensor]: ...
@effect("random")
def fractional_max_pool2d_with_indices(input: Tensor, kernel_size, output_size=None, output_ratio=None, return_indices: bool = False, _random_samples: Tensor | None = None) -> tuple[Tensor, IntTensor]: ...
@effect("random")
def fractional_max_pool3d_with_indices(input: Tensor, kernel_size, output_size=None, output_ratio=None, return_indices: bool = False, _random_samples: Tensor | None = None) -> tuple[Tensor, IntTensor]: ...

# Embeddings.

@effect("changes_state")
@accepts("sized")
@transfer("rank_up")
def embedding(input: Tensor, weight: Tensor, padding_idx: int | None = None, max_norm: float | None = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False) -> FloatTensor: ...

# One row for each number: without the number of classes it depends on data.

@op("shaping")
@accepts("sized")
@result("more_elements")
@breaks("GB0246", kind="dynamic-shape", operation="one-hot", when=not given(num_classes))
@transfer("rank_up")
def one_hot(tensor: Tensor, num_classes: int = -1) -> IntTensor: ...

# Ranks not followed.

@op("costly")
def affine_grid(theta: Tensor, size, align_corners: bool | None = None) -> FloatTensor: ...
@op("reduction")
@accepts("sized")
def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-08) -> FloatTensor: ...
@effect("changes_state")
def embedding_bag(input: Tensor, weight: Tensor, offsets: Tensor | None = None, max_norm: float | None = None, norm_type: float = 2, scale_grad_by_freq: bool = False, mode="mean", sparse: bool = False, per_sample_weights: Tensor | None = None, include_last_offset: bool = False, padding_idx: int | None = None) -> FloatTensor: ...
@op("shaping")
def fold(input: Tensor, output_size, kernel_size, dilation=1, padding=0, stride=1) -> FloatTensor: ...
@op("shaping")
def pairwise_distance(x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-06, keepdim: bool = False) -> FloatTensor: ...
@op("costly")
def pdist(input: Tensor, p: float = 2.0) -> FloatTensor: ...
@op("shaping")
def unfold(input: Tensor, kernel_size, dilation=1, padding=0, stride=1) -> FloatTensor: ...
def grouped_mm(mat_a: Tensor, mat_b: Tensor, *, offs: Tensor | None = None, bias: Tensor | None = None, out_dtype=None) -> FloatTensor: ...
def scaled_grouped_mm(mat_a: Tensor, mat_b: Tensor, scale_a: Tensor, scale_recipe_a, scale_b: Tensor, scale_recipe_b, swizzle_a=None, swizzle_b=None, bias: Tensor | None = None, offs: Tensor | None = None, output_dtype=..., contraction_dim: int | tuple[int, ...] = (), use_fast_accum: bool = False) -> FloatTensor: ...
def scaled_mm(mat_a: Tensor, mat_b: Tensor, scale_a: Tensor, scale_recipe_a, scale_b: Tensor, scale_recipe_b, swizzle_a=None, swizzle_b=None, bias: Tensor | None = None, output_dtype=..., contraction_dim: int | tuple[int, ...] = (), use_fast_accum: bool = False) -> FloatTensor: ...

# Losses.

@op("shaping")
@transfer("loss")
def binary_cross_entropy(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean") -> FloatTensor: ...
@op("shaping")
@accepts("sized")
@transfer("loss")
def binary_cross_entropy_with_logits(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean", pos_weight: Tensor | None = None) -> FloatTensor: ...
@op("shaping")
@transfer("loss")
def cosine_embedding_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean") -> FloatTensor: ...
@op("shaping")
@accepts("sized")
@transfer("loss")
def cross_entropy(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: bool | None = None, ignore_index: int = -100, reduce: bool | None = None, reduction: str = "mean", label_smoothing: float = 0.0) -> FloatTensor: ...
@op("shaping")
@transfer("loss")
def gaussian_nll_loss(input: Tensor, target: Tensor, var: Tensor | float, full: bool = False, eps: float = 1e-06, reduction: str = "mean") -> FloatTensor: ...
@op("shaping")
@transfer("loss")
def hinge_embedding_loss(input: Tensor, target: Tensor, margin: float = 1.0, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean") -> FloatTensor: ...
@op("shaping")
@transfer("loss")
def huber_loss(input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0, weight: Tensor | None = None) -> FloatTensor: ...
@op("shaping")
@accepts("sized")
@transfer("loss")
def kl_div(input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean", log_target: bool = False) -> FloatTensor: ...
@op("reduction")
@accepts("sized")
@transfer("loss")
def l1_loss(input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean", weight: Tensor | None = None) -> FloatTensor: ...
@transfer("loss")
def linear_cross_entropy(input: Tensor, linear_weight: Tensor, target: Tensor, *, linear_bias: Tensor | None = None, weight: Tensor | None = None, reduction: str = "mean", ignore_index: int | None = None, label_smoothing: float = 0.0, options=None) -> FloatTensor: ...
@op("shaping")
@transfer("loss")
def margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean") -> FloatTensor: ...
@op("reduction")
@accepts("sized")
@transfer("loss")
def mse_loss(input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean", weight: Tensor | None = None) -> FloatTensor: ...
@op("shaping")
@transfer("loss")
def multi_margin_loss(input: Tensor, target: Tensor, p: int = 1, margin: float = 1.0, weight: Tensor | None = None, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean") -> FloatTensor: ...
@op("shaping")
@transfer("loss")
def multilabel_margin_loss(input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean") -> FloatTensor: ...
@op("shaping")
@transfer("loss")
def multilabel_soft_margin_loss(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean") -> FloatTensor: ...
@op("shaping")
@accepts("sized")
@transfer("loss")
def nll_loss(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: bool | None = None, ignore_index: int = -100, reduce: bool | None = None, reduction: str = "mean") -> FloatTensor: ...
@op("shaping")
@transfer("loss")
def poisson_nll_loss(input: Tensor, target: Tensor, log_input: bool = True, full: bool = False, size_average: bool | None = None, eps: float = 1e-08, reduce: bool | None = None, reduction: str = "mean") -> FloatTensor: ...
@op("shaping")
@accepts("sized")
@transfer("loss")
def smooth_l1_loss(input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean", beta: float = 1.0) -> FloatTensor: ...
@op("shaping")
@transfer("loss")
def soft_margin_loss(input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean") -> FloatTensor: ...
@op("shaping")
@transfer("loss")
def triplet_margin_loss(anchor: Tensor, positive: Tensor, negative: Tensor, margin: float = 1.0, p: float = 2, eps: float = 1e-06, swap: bool = False, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean") -> FloatTensor: ...
@transfer("loss")
def triplet_margin_with_distance_loss(anchor: Tensor, positive: Tensor, negative: Tensor, *, distance_function=None, margin: float = 1.0, swap: bool = False, reduction: str = "mean") -> FloatTensor: ...

# Alignments: lengths are data.

@breaks("GB0036", kind="dynamic-shape", unless="capture_dynamic_output_shape_ops")
def ctc_loss(log_probs: Tensor, targets: Tensor, input_lengths, target_lengths, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False) -> FloatTensor: ...

# Attention with weights.

@effect("random")
def multi_head_attention_forward(query: Tensor, key: Tensor, value: Tensor, embed_dim_to_check: int, num_heads: int, in_proj_weight: Tensor | None, in_proj_bias: Tensor | None, bias_k: Tensor | None, bias_v: Tensor | None, add_zero_attn: bool, dropout_p: float, out_proj_weight: Tensor, out_proj_bias: Tensor | None, training: bool = True, key_padding_mask: Tensor | None = None, need_weights: bool = True, attn_mask: Tensor | None = None, use_separate_proj_weight: bool = False, q_proj_weight: Tensor | None = None, k_proj_weight: Tensor | None = None, v_proj_weight: Tensor | None = None, static_k: Tensor | None = None, static_v: Tensor | None = None, average_attn_weights: bool = True, is_causal: bool = False) -> tuple[FloatTensor, FloatTensor | None]: ...
