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
    @transfer("name")  the result is computed by a function of src/infer/transfers/ that
        src/models/transfers.def lists, some of which take a word of their own
        (`@transfer("call_own", "method")`); a dtype class or rank that it leaves open, or took over
        from the first tensor argument, is as the return annotation says
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
    unless="flag"  a flag of Dynamo that rules/stubs/config.pyi declares: where it is on, nothing
        breaks; or `library_configured`: once the program has called what is
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
    "asks_machine"  asks the machine or the process something, and never raises: mostly it is told
        the same again
    "random"  draws random numbers
    "changes_state"  changes a buffer or parameter that it is given, where its arguments ask for it
    "reads_data"  reads the values of a tensor: the result is not a tensor, and depends on them
    "copies_to_device"  copies between devices, whatever its arguments are
    "copies_to_named_device"  copies to the device that an argument names
    "raises_by_zero"  raises where it divides ints by 0
    "raises_by_zero_if_rounding"  the same, where `rounding_mode` is given
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
