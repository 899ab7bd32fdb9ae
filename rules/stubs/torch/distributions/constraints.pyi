"""torch.distributions.constraints: they are told apart while tracing; checking one computes tensors."""

from graphmend import BoolTensor, Opaque

class Constraint:
    is_discrete: bool
    event_dim: int
    def check(self, value) -> BoolTensor: ...
boolean: Constraint
corr_cholesky: Constraint
dependent: Constraint
lower_cholesky: Constraint
lower_triangular: Constraint
nonnegative: Constraint
nonnegative_integer: Constraint
one_hot: Constraint
positive: Constraint
positive_semidefinite: Constraint
positive_definite: Constraint
positive_integer: Constraint
real: Constraint
real_vector: Constraint
simplex: Constraint
square: Constraint
symmetric: Constraint
unit_interval: Constraint
class dependent_property(property, Constraint):
    def __init__(self, fn=None, *, is_discrete=..., event_dim=...) -> None: ...
cat: Opaque
stack: Opaque
def greater_than(lower_bound) -> Constraint: ...
def greater_than_eq(lower_bound) -> Constraint: ...
def less_than(upper_bound) -> Constraint: ...
def independent(base_constraint, reinterpreted_batch_ndims: int) -> Constraint: ...
def integer_interval(lower_bound, upper_bound) -> Constraint: ...
def interval(lower_bound, upper_bound) -> Constraint: ...
def half_open_interval(lower_bound, upper_bound) -> Constraint: ...
def multinomial(upper_bound) -> Constraint: ...
