"""Programs to begin with: the cases, the pages of the rules, the snippets and the examples."""
import ast
import functools
import pathlib
import re
import warnings

ROOT = pathlib.Path(__file__).resolve().parent.parent
CODE = re.compile(r"^```py[^\n]*\n(.*?)^```", re.S | re.M)


@functools.lru_cache(maxsize=None)
def seeds():
    texts = []
    for page in sorted([*ROOT.glob("tests/cases/*.md"), *ROOT.glob("rules/*.md")]):
        texts += CODE.findall(page.read_text())
    for folder in ("tests/snippets", "examples"):
        texts += [path.read_text() for path in sorted((ROOT / folder).rglob("*.py"))]
    return [text for text in texts if text.strip()]


def parsed(text):
    """None: it is not Python of this version."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError, UnicodeError, LookupError, OverflowError):
        return None


@functools.lru_cache(maxsize=None)
def statements():
    """What stands in the seeds, as trees of statements."""
    found = []
    for text in seeds():
        if tree := parsed(text):
            found += [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    return found


@functools.lru_cache(maxsize=None)
def expressions():
    found = []
    for text in seeds():
        if tree := parsed(text):
            found += [node for node in ast.walk(tree) if isinstance(node, ast.expr)
                      and isinstance(getattr(node, "ctx", ast.Load()), ast.Load)]
    return found
