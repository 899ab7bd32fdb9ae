"""torch.distributions: what they compute is traced; checking their parameters is not."""

from graphmend import FloatTensor, Opaque, breaks, instance_of, true, unknown
from torch import Size, Tensor
from torch.distributions import constraints, transforms, utils
from torch.distributions.transforms import AbsTransform, AffineTransform, CatTransform, ComposeTransform
from torch.distributions.transforms import CorrCholeskyTransform, CumulativeDistributionTransform, ExpTransform
from torch.distributions.transforms import IndependentTransform, LowerCholeskyTransform, PositiveDefiniteTransform
from torch.distributions.transforms import PowerTransform, ReshapeTransform, SigmoidTransform, SoftmaxTransform
from torch.distributions.transforms import SoftplusTransform, StackTransform, StickBreakingTransform, TanhTransform
from torch.distributions.transforms import Transform, identity_transform

# Dynamo turns validation off; asked for, it breaks where the constraints are told apart.
class Distribution:
    has_rsample: bool
    has_enumerate_support: bool
    arg_constraints: Opaque
    support: Opaque
    mean: Tensor
    mode: Tensor
    variance: Tensor
    stddev: Tensor
    batch_shape: Size
    event_shape: Size
    def __init__(self, batch_shape=..., event_shape=..., validate_args=None) -> None: ...
    def sample(self, sample_shape=...) -> Tensor: ...
    def rsample(self, sample_shape=...) -> Tensor: ...
    def sample_n(self, n: int) -> Tensor: ...
    def log_prob(self, value: Tensor) -> FloatTensor: ...
    def entropy(self) -> FloatTensor: ...
    def perplexity(self) -> FloatTensor: ...
    def cdf(self, value: Tensor) -> FloatTensor: ...
    def icdf(self, value: Tensor) -> FloatTensor: ...
    def expand(self, batch_shape, _instance=None) -> Distribution: ...
    def enumerate_support(self, expand: bool = True) -> Tensor: ...
    def _extended_shape(self, sample_shape=...) -> Size: ...
    # Whoever calls it has asked for validation.
    @breaks("GB0170", kind="data-predicate")
    def _validate_sample(self, value: Tensor) -> None: ...
    def _get_checked_instance(self, cls, _instance=None) -> Opaque: ...
    @staticmethod
    def set_default_validate_args(value: bool) -> None: ...
class ExponentialFamily(Distribution): ...
class Normal(ExponentialFamily):
    loc: Tensor
    scale: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, loc, scale, validate_args=None) -> None: ...
class Laplace(Distribution):
    loc: Tensor
    scale: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, loc, scale, validate_args=None) -> None: ...
class Cauchy(Distribution):
    loc: Tensor
    scale: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, loc, scale, validate_args=None) -> None: ...
class Uniform(Distribution):
    low: Tensor
    high: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, low, high, validate_args=None) -> None: ...
class Categorical(Distribution):
    probs: Tensor
    logits: Tensor
    param: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, probs=None, logits=None, validate_args=None) -> None: ...
class Bernoulli(ExponentialFamily):
    probs: Tensor
    logits: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, probs=None, logits=None, validate_args=None) -> None: ...
class Geometric(Distribution):
    probs: Tensor
    logits: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, probs=None, logits=None, validate_args=None) -> None: ...
class ContinuousBernoulli(ExponentialFamily):
    probs: Tensor
    logits: Tensor
    def __init__(self, probs=None, logits=None, lims=..., validate_args=None) -> None: ...
class OneHotCategorical(Distribution):
    probs: Tensor
    logits: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, probs=None, logits=None, validate_args=None) -> None: ...
class Binomial(Distribution):
    probs: Tensor
    logits: Tensor
    total_count: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None) -> None: ...
class Multinomial(Distribution):
    probs: Tensor
    logits: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, total_count: int = 1, probs=None, logits=None, validate_args=None) -> None: ...
class NegativeBinomial(Distribution):
    probs: Tensor
    logits: Tensor
    total_count: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, total_count, probs=None, logits=None, validate_args=None) -> None: ...
class Beta(ExponentialFamily):
    concentration1: Tensor
    concentration0: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, concentration1, concentration0, validate_args=None) -> None: ...
class Gamma(ExponentialFamily):
    concentration: Tensor
    rate: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, concentration, rate, validate_args=None) -> None: ...
class Chi2(Gamma):
    df: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, df, validate_args=None) -> None: ...
class Dirichlet(ExponentialFamily):
    concentration: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, concentration, validate_args=None) -> None: ...
class Exponential(ExponentialFamily):
    rate: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, rate, validate_args=None) -> None: ...
class Poisson(ExponentialFamily):
    rate: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, rate, validate_args=None) -> None: ...
class StudentT(Distribution):
    df: Tensor
    loc: Tensor
    scale: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None) -> None: ...
class FisherSnedecor(Distribution):
    df1: Tensor
    df2: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, df1, df2, validate_args=None) -> None: ...
class VonMises(Distribution):
    loc: Tensor
    concentration: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, loc, concentration, validate_args=None) -> None: ...
class MultivariateNormal(Distribution):
    loc: Tensor
    covariance_matrix: Tensor
    precision_matrix: Tensor
    scale_tril: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None) -> None: ...
class LowRankMultivariateNormal(Distribution):
    loc: Tensor
    cov_factor: Tensor
    cov_diag: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, loc, cov_factor, cov_diag, validate_args=None) -> None: ...
class LKJCholesky(Distribution):
    concentration: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, dim: int, concentration=1.0, validate_args=None) -> None: ...
class OneHotCategoricalStraightThrough(OneHotCategorical): ...
class TransformedDistribution(Distribution):
    base_dist: Distribution
    def __init__(self, base_distribution, transforms, validate_args=None) -> None: ...
class Independent(Distribution):
    base_dist: Distribution
    reinterpreted_batch_ndims: int
    def __init__(self, base_distribution, reinterpreted_batch_ndims: int, validate_args=None) -> None: ...
class MixtureSameFamily(Distribution):
    def __init__(self, mixture_distribution, component_distribution, validate_args=None) -> None: ...
class Wishart(ExponentialFamily):
    def __init__(self, df, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None) -> None: ...
class LogNormal(TransformedDistribution):
    loc: Tensor
    scale: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, loc, scale, validate_args=None) -> None: ...
class Gumbel(TransformedDistribution):
    loc: Tensor
    scale: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, loc, scale, validate_args=None) -> None: ...
class HalfNormal(TransformedDistribution):
    scale: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, scale, validate_args=None) -> None: ...
class HalfCauchy(TransformedDistribution):
    scale: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, scale, validate_args=None) -> None: ...
class LogisticNormal(TransformedDistribution):
    loc: Tensor
    scale: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, loc, scale, validate_args=None) -> None: ...
class InverseGamma(TransformedDistribution):
    concentration: Tensor
    rate: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, concentration, rate, validate_args=None) -> None: ...
class Kumaraswamy(TransformedDistribution):
    concentration1: Tensor
    concentration0: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, concentration1, concentration0, validate_args=None) -> None: ...
class Pareto(TransformedDistribution):
    scale: Tensor
    alpha: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, scale, alpha, validate_args=None) -> None: ...
class Weibull(TransformedDistribution):
    scale: Tensor
    concentration: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, scale, concentration, validate_args=None) -> None: ...
class RelaxedBernoulli(TransformedDistribution):
    temperature: Tensor
    probs: Tensor
    logits: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, temperature, probs=None, logits=None, validate_args=None) -> None: ...
class RelaxedOneHotCategorical(TransformedDistribution):
    temperature: Tensor
    probs: Tensor
    logits: Tensor
    @breaks("GB0007", kind="skipped-call", when=true(validate_args), note="its parameters are validated")
    def __init__(self, temperature, probs=None, logits=None, validate_args=None) -> None: ...
# The function for two distributions is chosen among those for their bases by `min`, which is not
# traced where there are several: a general one of the exponential family, or of what is transformed.
# kl_divergence remembers the function for two classes (_KL_MEMOIZE): what breaks by GB0059 does so
# where nothing has asked for the two before, as in the first call of compiled code.
@breaks("GB9186", kind="autograd", when=instance_of(p, "torch.distributions.Wishart") and instance_of(q, "torch.distributions.Wishart"), note="both are Wishart")
@breaks("GB0059", kind="skipped-call", when=instance_of(p, "torch.distributions.ExponentialFamily") and instance_of(q, "torch.distributions.ExponentialFamily"), note="both are of the exponential family")
@breaks("GB0059", kind="skipped-call", when=(instance_of(p, "torch.distributions.LogNormal") and instance_of(q, "torch.distributions.LogNormal")) or (instance_of(p, "torch.distributions.Gumbel") and instance_of(q, "torch.distributions.Gumbel")) or (instance_of(p, "torch.distributions.HalfNormal") and instance_of(q, "torch.distributions.HalfNormal")) or (instance_of(p, "torch.distributions.Pareto") and instance_of(q, "torch.distributions.Pareto")) or (instance_of(p, "torch.distributions.LogisticNormal") and instance_of(q, "torch.distributions.LogisticNormal")), note="both are LogNormal, Gumbel, HalfNormal, Pareto or LogisticNormal")
@breaks("GB0059", "GB0124", kind="skipped-call", when=(instance_of(p, "torch.distributions.Weibull") and instance_of(q, "torch.distributions.Weibull")) or (instance_of(p, "torch.distributions.Kumaraswamy") and instance_of(q, "torch.distributions.Kumaraswamy")) or (instance_of(p, "torch.distributions.InverseGamma") and instance_of(q, "torch.distributions.InverseGamma")), note="both are Weibull, Kumaraswamy or InverseGamma")
@breaks("GB0059", kind="skipped-call", when=instance_of(p, "torch.distributions.Independent") and unknown(p), note="what is made independent is of the exponential family")
@breaks("GB0170", kind="data-predicate", when=instance_of(p, "torch.distributions.Binomial") and instance_of(q, "torch.distributions.Binomial"), note="both are binomial")
def kl_divergence(p: Distribution, q: Distribution) -> FloatTensor: ...
def register_kl(type_p, type_q) -> Opaque: ...
biject_to: Opaque
transform_to: Opaque
