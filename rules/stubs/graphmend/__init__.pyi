"""The vocabulary of graphmend's stubs: what a `.pyi` file in this folder may say beyond Python.

Stubs are parsed, never run. A name that a stubbed module does not list is unknown ("not
modelled"): neither fine nor a break.

Values (return annotations; a parameter annotated with one of them demands it)
    Tensor, BoolTensor, IntTensor, FloatTensor    tensor data; dtype class known or not
    SparseTensor                                  of a sparse layout, which no graph takes as input
    Tensor[0], IntTensor[1], …                    the same with a known rank
    Guarded[T]       a Python value of type T that Dynamo guards on (sizes, flags, config); plain
                     `int`, `bool`, `str`, `float` in a return annotation mean the same
    Opaque           a Python object that is no tensor and that Dynamo can carry
    and ordinary Python types: None, tuple[Tensor, ...], list[T], dict[K, V], Optional, unions,
    classes of this or other stubs
Breaks
    @breaks("GBnnnn", kind="…", operation="…", when=…, unless="flag", note="…", since=(2, 9), before=(2, 12))
                     calling this breaks the graph with that id (several ids: with one of them,
                     by circumstances that source does not tell). `kind` is a slug of infer/observations.def.
                     `operation`: a slug of infer/operations.def, where rules advise otherwise.
                     `when`: an expression over the parameters (below); unknown truth makes the
                     finding conditional, and `note` (or the text of `when`) names the condition.
                     `unless`: a Dynamo flag declared in config.pyi.
                     `since`, `before`: the row holds for torch from that release on, for torch
                     before that release. What torch 2.13 does was measured by running it; what
                     an older release does is known from its sources, and a comment names the file.
                     `graphmend explain` lists these rows.
                     Several decorators: each is tested, the first that holds counts.
                     On `__get__` of a module's class: reading an instance breaks the graph and
                     ends the compilation of the frame.
Conditions in `when`
    given(p)         the argument was passed (and is not None)
    is_tensor(p)     it is tensor data             holds_tensor(p)  a container with tensor data in it
    is_sparse(p)     a tensor of a sparse layout
    of_dtype(p, "bool"), of_dtype(p, "float")      a tensor of bools, of floats
    true(p), false(p)                              a constant with that truth value
    is_parameter(p)                                a parameter or buffer of a module
    is_container(p)                                a list, set or dict
    holds_str(p)                                   a list or tuple with a str in it
    overrides(p, "name")                           a class that defines this method outside the stubs
    holds_text(p)                                  a container with an f-string of a tensor in it
    closes_over_data(p)                            a function that closes over tensors or objects
    folded(p)                                      a NumPy float made of Python numbers, whose value
                                                   Dynamo knows (not of ints: they stay tensor data)
    needs_grad(p)                                  it takes part in autograd (source seldom tells)
    is_text(p, "no")                               this text, in upper or lower case
    unknown(p)                                     source never tells; `note` says on what it depends
    is_module(p), is_class(p)                      an nn.Module; a class
    computed(p)                                    a tensor that the compiled code makes, no input
    traced_context(p)                              a context manager that is entered as the trace goes
                                                   on: of a class outside the stubs, or a generator
    from_subclass(p)                               self is an instance of a class outside the stubs
    and, or, not, True
    p may be a field of a parameter, `args.torch_compile`, of an object that is known
Meaning
    @transfer("name")     the result is computed by a function of src/infer/transfers/ that
                          src/models/transfers.def lists. A dtype class or rank that it
                          leaves open, or took over from the first tensor argument, is as the
                          return annotation says.
                          In annotations int, float, bool … are Python's types; a module that
                          has other things of these names (torch) renames them on import.
    @entry                compiles its first argument        @disabled  ends compilation inside
    @compiles("p", when=…, fullgraph=…)
                          a framework compiles the module that is passed as this parameter, each
                          module of `*p`, or instances of a class that it decorates, unless `when`
                          is certainly false; `fullgraph` is a condition, too. What the transfer
                          gives is made of the compiled module.
    @constant(value)      calling it while compiling gives this constant
Of a class
    wrapped_module = "module"         calling an instance comes to the module in this field; with a
                                      `__getattr__` its attributes are reached as well
    compiled_methods = "step other"   `torch.compile(instance)` compiles these methods, too
"""

from graphmend import transfer

@transfer("identity_decorator")
def identity(function):
    """What a decorator without effect on meaning (wraps(f), lru_cache(maxsize=8)) comes down to."""
