"""typing: nothing here computes."""

from collections.abc import (
    AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Collection, Container, Coroutine,
    Generator, Hashable, ItemsView, Iterable, Iterator, KeysView, Mapping, MappingView, MutableMapping,
    MutableSequence, MutableSet, Reversible, Sequence, Sized, ValuesView,
)

from graphmend import Opaque, breaks, transfer

TYPE_CHECKING = False
Any: Opaque
Union: Opaque
Optional: Opaque
Literal: Opaque
ClassVar: Opaque
Final: Opaque
Annotated: Opaque
Concatenate: Opaque
TypeAlias: Opaque
TypeGuard: Opaque
TypeIs: Opaque
Never: Opaque
NoReturn: Opaque
LiteralString: Opaque
Self: Opaque
Required: Opaque
NotRequired: Opaque
ReadOnly: Opaque
Unpack: Opaque
AnyStr: Opaque
Text: Opaque
List: Opaque
Dict: Opaque
Tuple: Opaque
Set: Opaque
FrozenSet: Opaque
Type: Opaque
Deque: Opaque
DefaultDict: Opaque
OrderedDict: Opaque
Counter: Opaque
ChainMap: Opaque
AbstractSet: Opaque
BinaryIO: Opaque
TextIO: Opaque
IO: Opaque
Pattern: Opaque
Match: Opaque
ContextManager: Opaque
SupportsFloat: Opaque
SupportsInt: Opaque
SupportsIndex: Opaque
class Generic: ...
class Protocol: ...
class TypedDict(dict): ...
class NamedTuple(tuple): ...
@transfer("dataclass", part="transform")
def dataclass_transform(cls=None, /, *, eq_default: bool = True, order_default: bool = False, kw_only_default: bool = False, frozen_default: bool = False, field_specifiers=(), **kwargs): ...
@breaks("GB0007", kind="skipped-call")
def TypeVar(name: str, *constraints, **options) -> Opaque: ...
def ParamSpec(name: str, **options) -> Opaque: ...
def TypeVarTuple(name: str, **options) -> Opaque: ...
@breaks("GB0007", kind="skipped-call")
def NewType(name: str, tp) -> Opaque: ...
@transfer("typing_cast")
def cast(typ, val): ...
@transfer("identity_decorator")
def overload(func): ...
@transfer("identity_decorator")
def final(f): ...
@transfer("identity_decorator")
def override(method, /): ...
@transfer("identity_decorator")
def no_type_check(arg): ...
@transfer("identity_decorator")
def runtime_checkable(cls): ...
# All of typing is in BUILTIN_SKIPLIST of trace_rules.py of 2.6.0, and no longer in that of 2.7.1.
@breaks(kind="skipped-call", before=(2, 7))
def get_type_hints(obj, globalns=None, localns=None, include_extras: bool = False) -> dict[str, Opaque]: ...
@breaks(kind="skipped-call", before=(2, 7))
def get_origin(tp) -> Opaque: ...
@breaks(kind="skipped-call", before=(2, 7))
def get_args(tp) -> tuple[Opaque, ...]: ...
