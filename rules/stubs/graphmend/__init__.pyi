"""The vocabulary of graphmend's stubs: what a `.pyi` file may say beyond Python.

Stubs are parsed, never run. A name that a stubbed module does not list is unknown ("not
modelled"): neither fine nor a break. What torch 2.13 does was measured by running it; what an older
release does (`since`, `before`) is known from its sources, and a comment names the file.
`graphmend explain` lists these rows.

A parameter in a condition may be a field of one, `args.torch_compile`, of an object that is known.
Conditions are joined by `and`, `or` and `not`; `True` always holds. In annotations int, float, bool
… are Python's types; a module that has other things of these names (torch) renames them on import.

The words (from src/models/vocabulary.def, written by ci/check_generated.py --write):

Decorators
    @breaks("GBnnnn", kind="…", …)  calling this breaks the graph with that PyTorch id; several ids:
        with one of them, depending on what the source does not tell. Of several decorators the
        first that holds counts. On `__get__` of a module's class: reading an instance breaks the
        graph and ends the compilation of the frame
    @transfer("name", …)  the result is computed by a function of src/infer/transfers/ that
        src/models/transfers.def lists; a parameter says which of several that are alike it is
        (`@transfer("reduce", dtype="bool")`); a dtype class or rank that it leaves open, or took
        over from the first tensor argument, is as the return annotation says
    @entry  compiles its first argument
    @disabled  ends compilation inside
    @compiles("p", …)  a framework compiles the module that is passed as this parameter, each module
        of `*p`, or instances of a class that it decorates; what the transfer returns is made from
        the compiled module
    @constant(value)  calling it while compiling gives this constant
    @op("view")  what the operation does, in one word: a call has no effect but its result, and may
        be computed where the program would not have computed it; what fixes decide by. On `forward`
        of a module's class: calling an instance. Without it a call may do anything
    @grad("…")  what its gradient is like
    @effect("…", …)  what a call does besides its result
    @accepts("…", …)  what arguments may be instead of what the program passes
    @result("…", …)  what the result is like
    @asks("__abs__", …)  of an instance whose class defines one of these methods in its own source,
        the first of them: the call is a call of that method of its first argument, without further
        arguments
    @unmeasured("needs CUDA")  why `graphmend stubs record` cannot measure the rows of this function
        that have no probe
What @breaks takes
    kind="…"  what kind of break it is: a slug of src/infer/observations.def
    operation="…"  a slug of src/infer/operations.def, where rules advise otherwise
    when=…  a condition over the parameters; where the source does not tell, the finding is
        conditional
    unless="flag"  a flag of Dynamo that rules/stubs/graphmend/flags.pyi declares: where it is on,
        nothing breaks; or `library_configured`: once the program has called what is
        `@transfer("configures")`, only a note
    note="…"  names the condition where the source does not tell it; without one, the text of `when`
        does
    since=(2, 9)  the row holds for torch from that release on
    before=(2, 12)  the row holds for torch before that release
    probe="import lib ;; lib.f(x)"  what `graphmend stubs record` runs: statements that come before,
        and after `;;` what breaks the graph, with the tensor `x`
What @compiles takes
    when=…  only unless this condition is certainly false
    fullgraph=…  a condition: where it holds, breaks raise
What @transfer takes
    "elementwise"  broadcast rank and promoted dtype of all tensor arguments
    "elementwise", dtype="bool"  a bool tensor of the broadcast rank
    "elementwise", dtype="float"  like elementwise; ints become floats (div, sqrt, exp, sigmoid)
    "as_subclass"  a tensor like the first, of the class that is given
    "torch_function"  Tensor.__torch_function__: calls the function that it is passed, and gives a
        tensor of the class
    "same"  a tensor like the first: dtype and rank
    "same", dtype="named"  a tensor like the first, of the dtype that the function is named after
        (half, long)
    "same", dtype="real"  a tensor like the first; complex becomes float (abs, real, angle)
    "same", dtype="complex"  a complex tensor of the rank of the first (complex, fft)
    "tuple_if_asked"  a tensor of which nothing is known; a tuple of them where a flag asks for
        several (unique, nonzero)
    "ndarray"  an ndarray of the shape and dtype of the tensor that it is made of
    "reduce"  dtype of the first; rank 0 without dim, rank - 1 with an int dim, same with keepdim
    "reduce", dtype="summed"  like reduce; bool becomes int (sum, prod); dtype= decides where given
    "reduce", dtype="bool"  like reduce; bool (any, all, isin…)
    "reduce", dtype="int"  like reduce; int (argmax, argmin, count_nonzero)
    "reduce", dtype="float"  like reduce; float (mean, std, var, norm)
    "accumulate"  a tensor like the first; bool becomes int (cumsum, cumprod); dtype= decides where
        given
    "reduce_pair"  max, min, median, mode, kthvalue: a tensor without dim; with dim a (values,
        indices) tuple; with a tensor as second argument elementwise
    "pair"  a (values, indices) tuple, both of the first's rank (topk, sort, cummax)
    "factory"  rank from the parameter `size`; dtype=, else the dtype class of the annotation, else
        of self (new_zeros) or of `fill_value`
    "factory", size="range"  rank 1; dtype=, else float if an argument is a float, else int
    "factory", size="first"  rank of the first, dtype= or its dtype (zeros_like, new_zeros is
        factory)
    "np_factory"  an ndarray of this shape: dtype= or float; of arange as its arguments are
    "from_data"  torch.tensor and as_tensor: rank and dtype from a Python literal
    "with_layout", layout="quantized"  a tensor of quantised numbers; inside of a graph one that the
        graph makes (quantize_per_tensor)
    "with_layout", layout="nested"  a nested tensor, of strided layout where no other is given
        (nested_tensor)
    "cast"  Tensor.to and type: dtype where an argument is a dtype, else like the first
    "reshape"  dtype of the first; rank = number of sizes given (view, reshape, expand, repeat)
    "rank_up"  dtype of the first; rank + 1 (unsqueeze)
    "rank_down"  dtype of the first; rank - 1 (select, squeeze with a dim: unknown rank)
    "rank_of_second"  dtype of the first; rank of the second (view_as, take)
    "flatten"  dtype of the first; one dimension in place of those from start_dim to end_dim
        (flatten, ravel)
    "kept_unless_flat"  a tensor like the first; of rank 1 where `axis` is None (numpy.sort)
    "loss"  a float tensor of rank 0; of unknown rank where `reduction` may be "none", or an older
        parameter is given (mse_loss)
    "unflatten"  dtype of the first; as many dimensions as there are sizes in place of one
    "along_dim"  dtype of the first; its rank where `dim` is given, else rank 1 (repeat_interleave)
    "product"  dtype of the first; rank of a product of matrices (matmul)
    "unknown_rank"  dtype of the first; rank unknown (squeeze)
    "axes", notation="einsum"  dtype of the first; rank and sizes by the letters of the equation,
        where source tells it
    "axes", notation="einops"  dtype of the first; rank by the right side of einops' pattern, where
        source tells it
    "join"  cat: dtype and rank of the elements of a sequence; stack: rank + 1
    "split"  a tuple, length unknown, of tensors like the first (split, chunk, tensor_split)
    "unbind"  a tuple, length unknown, of tensors of rank - 1
    "where"  torch.where: elementwise over the last two with three arguments, with one a tuple of
        int tensors
    "tensor_fact", which="shape"  Tensor.shape: a tuple of guarded ints, length = rank where known
    "tensor_fact", which="numel"  how many elements the tensor has: an int, known where its sizes
        are
    "tensor_fact", which="size"  Tensor.size(dim): an int; without dim the shape
    "tensor_fact", which="rank"  Tensor.ndim, dim(): an int, constant where the rank is known
    "tensor_fact", which="dtype"  Tensor.dtype: a dtype object, constant where known exactly
    "tensor_fact", which="layout"  Tensor.layout: torch.strided of what compiled code has, but where
        it makes another one
    "tensor_fact", which="laid_out"  whether the tensor is laid out so (is_sparse, is_quantized,
        is_nested): no, of what compiled code has, but where it makes such ones
    "host_value", gives="scalar"  the Python scalar of a tensor (item, int(), float(), bool())
    "host_value", gives="list"  tolist: nested lists of scalars, by rank
    "call_module", which="self"  nn.Module.__call__: calls forward with the same arguments, and the
        hooks of the module around it
    "call_module", which="each"  Sequential.forward: calls each module in turn
    "call_module", which="passed"  torch.func.functional_call: calls the module that it is passed
    "call_module", which="hooked"  graphmend.capture.hooked: calls the module with the rest, and the
        hook behind it
    "call_module", which="hooked", hook="before"  the hook is called ahead of the module
    "call_module", which="wrapped"  calls the module that an instance wraps (`wrapped_module`) with
        the same arguments
    "call_own", method="…"  calls a method of self with the same arguments; `method` is the name of
        the method
    "register_hook", on="forward"  the hook is called after forward of the module; gives a handle
    "register_hook", on="forward_pre"  the same before forward
    "register_hook", on="backward"  the module has a hook that runs in backward; gives a handle
    "remove_hook"  RemovableHandle.remove: the hook may be there or not
    "module_container", kind="list"  ModuleList, ParameterList: a list of modules
    "module_container", kind="dict"  ModuleDict, ParameterDict: a mapping of modules
    "module_container", kind="sequential"  Sequential: a list of modules, passed one by one
    "modules"  a module and all that are inside of it, at any depth
    "modules", which="named"  the same with their names
    "modules", which="children"  the modules directly inside of one
    "modules", which="named_children"  the same with their names
    "modules", which="by_name"  the modules that are fields of a module, or in a container, by name
    "apply_to_modules"  nn.Module.apply: in compiled code calls the function with the module and all
        that are inside of it
    "register", what="buffer"  stores a tensor attribute under a constant name
    "register", what="parameter"  the same for parameters
    "register", what="module"  the same for submodules
    "parameter"  nn.Parameter(data): a tensor like data that requires grad
    "compile"  torch.compile(f, …) and torch.compile(…)(f): an entry; the result behaves like f
    "compile", what="decorated"  torch._dynamo.optimize(backend): a decorator that compiles
    "compile", what="self"  model.compile(…): an entry
    "compile", what="blocks"  compiles each module inside of self whose class `_repeated_blocks` of
        self names
    "disable"  torch.compiler.disable(f) and as a decorator factory: what it wraps is not compiled
    "wraps"  functools.wraps: a decorator that notes of a function what it stands for
    "wrapper_of"  the second, a function that stands for the first: its __wrapped__
    "parametrized"  the module that it is given, of which a call does more from then on than its
        class says
    "identity_decorator"  returns its first argument, or a decorator that does (lru_cache, wraps,
        allow_in_graph)
    "context_or_decorated"  a context manager of this class, or the function that it decorates
        without parentheses
    "bound_method"  types.MethodType(function, instance): the function, with the instance before its
        arguments
    "decorator_call"  __call__ of an object that decorates: returns the function (no_grad())
    "in_context"  the function that it is given, which enters this object at each call
        (ContextDecorator)
    "transform", call="…"  a function made of the first argument (torch.func.grad); `call` is the
        function of torch.func's stub that takes calls of what is made
    "call_transformed", by="vmap"  a call of what `vmap` made: calls the function, with tensors of a
        dimension less, and gives the dimension back
    "call_transformed", by="grad"  a call of what `grad` made: calls the function, and gives a
        tensor for each argument asked for
    "call_transformed", by="grad", gives="and_value"  what the function gave as well
    "call_transformed", by="jacobian"  a call of what `jacrev` or `hessian` made: calls the
        function, and gives tensors
    "call_transformed", by="vjp"  torch.func.vjp: calls the function; what it gave, and a function
        of that
    "call_transformed", by="pulled_back"  a call of the function that `vjp` gave: a tensor like each
        of its arguments
    "call_transformed", by="jvp"  torch.func.jvp: calls the function; what it gave, twice
    "call_with_inputs"  calls the function with `inputs`, and gives what the stub declares
    "checkpoint"  calls its first argument with the rest (checkpoint)
    "control_flow", form="cond"  torch.cond: what either branch gives, called with the operands
    "control_flow", form="while_loop"  torch.while_loop: what the body gives; it and the condition
        are called
    "enter_context"  ExitStack.enter_context(cm): what entering gives
    "autograd_apply"  autograd.Function.apply: calls forward of the class
    "partial"  functools.partial
    "reduce_call"  functools.reduce(f, seq)
    "len"  a guarded int; constant for a container of known length; for a tensor its first size
    "iterator", kind="range"  an iterable of guarded ints
    "iterator", kind="zip"  tuples of elements
    "iterator", kind="enumerate"  (int, element) pairs
    "iterator", kind="map"  calls the function on elements
    "iterator", kind="filter"  tests the function on elements: truth of tensor data breaks
    "iterator", kind="iter"  iter(x)
    "is_of_kind", kind="instance"  decides or narrows by class
    "is_of_kind", kind="subclass"  decides by class
    "is_of_kind", kind="callable"  decides where known
    "is_of_kind", kind="function"  inspect.isfunction: decides where known
    "is_of_kind", kind="method"  inspect.ismethod: decides where known
    "is_of_kind", kind="class"  inspect.isclass: decides where known
    "attribute", access="has"  decides where the object's class is known
    "attribute", access="get"  attribute by constant name, with default
    "attribute", access="get", lookup="default"  past the class's own `__getattribute__`
    "attribute", access="set"  attribute store by constant name
    "attribute", access="set", lookup="default"  past the class's own `__setattr__`
    "attribute", access="delete"  attribute deletion by constant name
    "attribute", access="delete", lookup="default"  past the class's own `__delattr__`
    "fields_by_name"  a dict of the fields of an instance, by name
    "type_of"  type(x)
    "super"  super() and super(C, self)
    "descriptor", kind="property"  property and its setter
    "descriptor", kind="cached_property"  functools.cached_property
    "descriptor", kind="staticmethod"  staticmethod
    "descriptor", kind="classmethod"  classmethod
    "convert", to="int"  int(x)
    "convert", to="float"  float(x)
    "convert", to="bool"  bool(x)
    "convert", to="str"  str(x), repr(x)
    "convert", to="list"  list(x): a list of x's elements
    "convert", to="tuple"  tuple(x)
    "convert", to="set"  set(x), frozenset(x)
    "convert", to="dict"  dict(…)
    "new_instance"  object.__new__(cls): an instance of cls, before its constructor has run
    "new_instance", made="by_constructor"  any instance of the class that it is called on, made as
        its constructor declares
    "module_names"  globals(): a dict of what the module defines
    "any_all"  truth of each element: tensor data breaks; any/all of a tensor iterate it
    "order", method="sorted"  a list of the elements in order; compares them: tensor data breaks
    "order", method="sort"  likewise, of self's elements in place
    "order", method="reversed"  the elements from the last to the first
    "order", method="reverse"  likewise, of self's in place
    "sum"  elementwise over elements
    "min_max"  elementwise over arguments or elements; comparing tensors is traced
    "next"  next(it): an element
    "abs"  abs, pow, operator.neg …: numbers stay numbers, tensors tensors
    "round"  likewise; an int where no number of digits is passed
    "divmod"  likewise; of numbers a pair of ints
    "take", which="any"  an element that self then lacks, any one (set.pop, popleft)
    "take", which="at_index"  the last element, or the one at a constant index, that self then lacks
        (list.pop)
    "add"  adds an argument to self's elements, which have no order (set.add)
    "add", where="end"  adds an argument at the end of self's elements
    "add", where="front"  adds an argument before self's elements (appendleft)
    "add", where="index"  adds the second argument to self's elements where the first says
    "extend"  adds an argument's elements to self's elements (extend, update of a set)
    "dict", method="get"  dict.get: by constant key
    "dict", method="pop"  dict.pop: by constant key, which self then lacks
    "dict", method="setdefault"  dict.setdefault: by constant key, which self then has
    "dict", method="popitem"  the last entry of a dict, which self then lacks
    "dict", method="items"  key, value pairs
    "dict", method="keys"  keys
    "dict", method="values"  values
    "dict", method="update"  dict.update
    "copy"  a container like self
    "set_subset"  a set of some of self's elements (intersection, difference)
    "set_union"  a set of elements of self and of the arguments (union, symmetric_difference)
    "clear"  self is empty
    "remove"  self has an element less (remove, discard, the updates of sets that take out)
    "text", method="startswith"  str.startswith: folded on constants
    "text", method="endswith"  str.endswith: folded on constants
    "text", method="lower"  str.lower: folded on constants
    "text", method="upper"  str.upper: folded on constants
    "text", method="split"  str.split: folded on constants, into a list that compiled code cannot
        change
    "text", method="parts"  a list of texts that compiled code cannot change (rsplit, splitlines)
    "text", method="format"  str.format: folded on constants
    "namedtuple"  collections.namedtuple(name, fields)
    "dataclass"  dataclasses.dataclass: gives the class its __init__
    "dataclass", part="init"  the constructor that a dataclass has written: fills the fields, and
        calls __post_init__
    "dataclass", part="transform"  typing.dataclass_transform(…): subclasses of the class that it
        decorates are dataclasses
    "dataclass", part="field"  dataclasses.field(default=, default_factory=)
    "dataclass", part="replace"  dataclasses.replace
    "dataclass", part="set_fields"  the fields of a dataclass that are not None, in order, as a
        tuple
    "enter_self"  __enter__ that returns self or its argument (nullcontext)
    "contextmanager"  contextlib.contextmanager: `with` enters the generator; its yield is the
        target
    "random_scalar"  a number that random draws: a plain number outside, a data scalar
        (DataSource::Random) inside compiled code
    "np_scalar"  a NumPy scalar or array made of Python numbers: host data outside, tensor data
        inside a compiled region
    "import_module"  importlib.import_module of a constant name
    "typing_cast"  typing.cast: its second argument
    "deepcopy"  a value like the argument
    "runtime_number", what="id"  id(x): an int that only the running program has
    "runtime_number", what="hash"  hash(x), likewise
    "runtime_number", what="data_pointer"  Tensor.data_ptr(), likewise
    "script"  torch.jit.script: a function as it is, a module made untraceable
    "logger_enabled"  Logger.isEnabledFor at module level: by the default level, WARNING, where the
        file sets none
    "untraced"  what it wraps is called while compiling, but not traced (allow_in_graph,
        assume_constant_result)
    "untraced", kind="operator"  the function that becomes an operator, which is called while
        compiling, but not traced (torch.library.custom_op)
    "dynamo_logging", functions="reordered"
        torch._dynamo.config.reorderable_logging_functions.add(f)
    "dynamo_logging", functions="ignored"  torch._dynamo.config.ignore_logging_functions.add(f)
    "configures"  tells a library what to do with what it is given: from then on,
        `unless="library_configured"` makes a note of what breaks
    "config_patch"  torch._dynamo.config.patch(name, value), (mapping), (name=value): sets flags
        while the function runs
    "captures_within", flag="…"  graphmend.capture.numbers(): sets a flag of Dynamo in the body of
        the `with` that it is entered by; `flag` is the flag
    "package_function", does="give"  the function of that name in the packages that the stub names
        as `packages`
    "package_function", does="call"  calls that function, with the arguments that the stub does not
        name
    "from_hub", what="model_of_config"  transformers' AutoModel.from_config: the model that a table
        of names has for the type of a configuration
    "from_hub", what="config"  transformers' from_pretrained of a configuration: what `config.json`
        says, in the hub's cache or a local folder
    "from_hub", what="model"  transformers' from_pretrained of a model: made of its `config.json`,
        for inference; the model's own code where it is trusted
    "from_hub", what="hubconf"  torch.hub.load of a local folder: calls that function of its
        hubconf.py
    "set_attributes"  sets an attribute for each keyword argument; of a class, of a new instance
    "keep_arguments"  a constructor: each argument becomes the field that the stub declares under
        its name
    "arguments"  its positional arguments after self: the one as it is, several as a tuple
    "decorate"  its first argument; without one, what decorates with the settings that were passed
What @op says
    "host"  no tensor comes out of it, nor any data of one: `len`, `Tensor.dim`
    "elementwise"  of one tensor: its shape; its dtype too, where that is floating-point
    "combining"  elementwise of several tensors: shapes broadcast, dtypes promote
    "test"  elementwise, and the result is bool
    "reduction"  of floats, or of bools for any and all; the result has other elements
    "view"  the result may share storage with the first tensor
    "shaping"  another shape or dtype, a copy
    "selecting"  elements, or their places: how many depends on their values; a copy
    "costly"  elementwise work is small beside it: matrix products, convolutions
What @grad says
    "zeros_stay_zeros"  a zero gradient that comes in goes out as zeros, whatever the values are
    "poles"  infinite or NaN for some values, so that a zero gradient comes out as NaN
    "stable_at_half"  finite, and so are its gradients, where all that it computes with is 0.5
What @effect says
    "mutates"  changes the data of its first tensor in place
    "changes_shape"  changes the shape of its first tensor in place
    "pure"  none: from numbers it always gives the same, so that it may be called while tracing
    "total"  none, and it never raises: of a floating tensor of any shape, and of numbers that it
        takes
    "asks_machine"  asks the machine or the process something, and never raises: mostly it is told
        the same again
    "random"  draws random numbers
    "changes_state"  changes a buffer or parameter that it is given, where its arguments ask for it
    "reads_data"  reads the values of a tensor: the result is not a tensor, and depends on them
    "only_computes"  none, but that it may raise: what it gives is made of what it is given alone
    "copies_to_device"  copies between devices, whatever its arguments are
    "copies_to_named_device"  copies to the device that an argument names
    "raises_by_zero"  raises where it divides ints by 0
    "raises_by_zero_if_rounding"  the same, where `rounding_mode` is given
    mutates(p, …)  changes the data of the arguments for these parameters in place, of the tensors
        in a list or tuple
What @accepts says
    "device"  `device=`; without one, what it makes is on the default device
    "numbers"  Python numbers wherever they are 0-d tensors
    "tensors_as_numbers"  a 0-d tensor wherever it is a number, with which it computes the same
    "symbols"  a number or size that Dynamo keeps as a symbol
    "lists_of_symbols"  a list of such numbers; what comes out has sizes that depend on them
    "symbols_for_whole"  such a number where the tensors hold integers: not for gradients
    "sized"  tensors whose size depends on data
    "sized_whole"  the same where they hold integers: not for gradients
    "sized_along"  the same where the dimension that it is given is a different one
    "not_sized"  no such tensors, though what it computes is elementwise or a reduction: it asks for
        the size
What @result says
    "same_dtype"  has the dtype of the first tensor, where that is floating-point
    "same_shape"  has the shape of the first tensor
    "exact"  the same to the bit on each device, where constants go in; graphmend.constants computes
        it while tracing
    "shape_of_second"  has the shape of the second tensor
    "another_shape"  joined, cut, repeated, reduced or turned: of a different shape than the tensors
        that it is made from
    "keeps_places"  each of its dimensions is where it was in the tensors that it is made from,
        though it may be longer or shorter
    "new"  shares storage with no other tensor, whatever it holds; said where no @op says it
    "may_share"  may be one of the tensors that it is given, or a view of one, though what it
        computes is more
    "mixed"  an element of it depends on other elements of the tensor than the one in its place
    "not_rebuilt"  an object that Dynamo cannot rebuild: where a variable keeps it across a break,
        the frame is not resumed
    "counts"  whole numbers that count elements, or say where one stands
    "adds_up"  sums of no more elements than the tensor has
    "more_elements"  may have more elements than the tensors that it is made from
Conditions
    given(p)  the argument was passed, and is not None
    is_tensor(p)  it is tensor data; with "no_symbol", not a number of it that Dynamo keeps as a
        symbol
    holds_tensor(p)  it is a container with tensor data in it
    copies_tensor(p)  it is tensor data, or a container or an instance with some in it that
        `copy.deepcopy` goes through
    is_sparse(p)  it is a tensor with a sparse layout
    of_dtype(p, "bool")  it is a tensor of bools; with "float" of floats
    true(p)  it is a constant that is true
    false(p)  it is a constant that is false
    is_parameter(p)  it is a parameter or buffer of a module
    is_container(p)  it is a list, set or dict
    holds_object(p)  it is a container with an instance or a module in it, in a container in it too
    generated_repr(p)  it is an instance of a dataclass that defines no `__repr__`, or a list, tuple
        or set with one in it
    holds_str(p)  it is a list or tuple with a str in it
    holds_text(p)  it is a container with an f-string of a tensor in it
    shows_tensor(p)  it is an f-string of a tensor, or of a number of NumPy
    overrides(p, "name")  it is a class that defines this method outside the stubs
    has_class_method(p, "name")  it is a class that defines this method as a class method
    closes_over_data(p)  it is a function that closes over tensors or objects
    folded(p)  it is a NumPy float made from Python numbers, whose value Dynamo knows (not of ints:
        they stay tensor data), or a list that it keeps as a constant
    needs_grad(p)  it takes part in autograd; the source seldom tells
    is_text(p, "no")  it is this string, in upper or lower case
    names_something(p)  it is a string of Python code with a name in it, no literal alone
    unknown(p)  the source never tells; `note` says what it depends on
    is_module(p)  it is an nn.Module
    is_class(p)  it is a class; with "name" one of this name
    computed(p)  it is a tensor that the compiled code makes, not an input
    without_grad(p, "torch.Tensor.detach")  it is a tensor that the compiled code makes, and that
        takes no part in autograd: by this function, or from no tensor
    is_input(p)  it is a tensor that enters the compiled code: passed, or kept on a module
    enters(p)  it is an iterator that was made outside of the compiled code, and passed or kept as a
        global
    is_iterator(p)  it is a generator, or what `map`, `zip` or `reversed` returns
    traced_context(p)  it is a context manager that is entered as the trace goes on: a generator, or
        an instance of a class outside the stubs that compiled code has created
    by_class(self)  the method was read from its class, and is passed the instance:
        `object.__getattribute__(x, name)`
    nested_function(p)  it is a function that is defined in another one, or one of a library that
        Dynamo does not follow
    from_subclass(self)  self is an instance of a class outside the stubs
    instance_of(p, "module.Name")  it is an instance of this class of the stubs, or of one below it
Values
    Tensor, Tensor[2]  tensor data, of any dtype; with its rank where that is known
    BoolTensor  tensor data of bools
    IntTensor  tensor data of ints
    FloatTensor  tensor data of floats
    SparseTensor  tensor data with a sparse layout, which no graph takes as input
    SparseValues  tensor data that `values()` of a sparse tensor gives, a view that no graph takes
        as input
    QuantizedTensor  tensor data of quantised numbers, which no graph takes as input
    NestedTensor  a nested tensor of strided layout, which no graph takes as input
    Guarded[T]  a Python value of type T that Dynamo guards on (sizes, flags, config); plain int,
        bool, str, float in a return annotation mean the same
    Opaque  a Python object that is not a tensor and that Dynamo can carry
Fields of classes
    wrapped_module = "module"  calling an instance calls the module in this field; with a
        `__getattr__` its attributes are reached as well
    compiled_methods = "step other"  `torch.compile(instance)` compiles these methods, too
"""

from graphmend import transfer

@transfer("bound_method")
def bound(function, instance, owner=None):
    """The method of an instance that a function becomes, as its `__get__` and types.MethodType give it."""
@transfer("identity_decorator")
def identity(function):
    """What a decorator without effect on meaning (wraps(f), lru_cache(maxsize=8)) comes down to."""
