"""string."""

ascii_letters: str
ascii_lowercase: str
ascii_uppercase: str
digits: str
hexdigits: str
punctuation: str
whitespace: str
printable: str
class Template: ...
class Formatter: ...
