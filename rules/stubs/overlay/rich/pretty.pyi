"""rich: pretty printing."""

from graphmend import breaks

@breaks("GB0142", "GB0116", kind="print")
def pprint(_object, *, console=None, indent_guides=True, max_length=None, max_string=None, max_depth=None, expand_all=False) -> None: ...
@breaks("GB0156", kind="skipped-call")
def pretty_repr(_object, *, max_width=80, indent_size=4, max_length=None, max_string=None, max_depth=None, expand_all=False) -> str: ...
