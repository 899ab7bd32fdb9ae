"""string."""

from graphmend import breaks, effect

ascii_letters: str
ascii_lowercase: str
ascii_uppercase: str
digits: str
hexdigits: str
punctuation: str
whitespace: str
printable: str
# A method of a regular expression is handed a function of the object (torch 2.13).
class Template:
    template: str
    def __init__(self, template) -> None: ...
    @effect("pure")
    @breaks("GB0299", kind="skipped-call")
    def substitute(self, mapping=..., /, **kws) -> str: ...
    @effect("pure")
    @breaks("GB0299", kind="skipped-call")
    def safe_substitute(self, mapping=..., /, **kws) -> str: ...
class Formatter:
    @breaks("GB0007", kind="skipped-call")
    def format(self, format_string, /, *args, **kwargs) -> str: ...
    @breaks("GB0007", kind="skipped-call")
    def vformat(self, format_string, args, kwargs) -> str: ...
