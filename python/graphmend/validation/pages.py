"""Pages that stand alone: no network, no script, light and dark. What they share.

Jinja2 and Pygments come with `pip install 'graphmend[validate]'`; `require` says so where they are
missing, before hours are spent on what could not be shown.
"""

from __future__ import annotations

import os
import sys

from . import reading
from .visible import one_line, visible

_CONTEXT = 2  # lines of source above and below a break
_NEEDED = {"jinja2": "Jinja2", "pygments": "Pygments"}


class MissingLibrary(Exception):
    """A library that pages are made with is not there; `hint` says how to get it."""

    def __init__(self, names: list):
        super().__init__(f"{sys.executable} lacks {' and '.join(names)}, which HTML reports are made with")
        self.hint = "pip install 'graphmend[validate]', or " + " ".join(name.lower() for name in names)


def require() -> None:
    """Raises MissingLibrary."""
    from importlib.util import find_spec

    missing = [name for module, name in _NEEDED.items() if find_spec(module) is None]
    if missing:
        raise MissingLibrary(missing)


def _coloured(text: str, language: str) -> list:
    """Lines of code as HTML, with the classes of Pygments."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name

    lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    return highlight(visible(text), lexer, HtmlFormatter(nowrap=True)).rstrip("\n").split("\n")


def excerpt(file: str, line: int) -> list:
    """The lines around a place: {"number", "html", "hit"}; [] where the file cannot be read."""
    try:
        lines = reading.read_text(file, reading.MOST_SOURCE).splitlines()
    except OSError:
        return []
    first, last = max(1, line - _CONTEXT), min(len(lines), line + _CONTEXT)
    if first > last:
        return []
    # All above, so that what begins there (a string of several lines) has its colour.
    shown = _coloured("\n".join(lines[:last]), "python")[first - 1 :]
    return [{"number": n, "html": html, "hit": n == line} for n, html in enumerate(shown, first)]


def diff(text: str) -> list:
    """The lines of a diff: {"html", "kind"}; `kind`: "add", "gone", "head" or ""."""
    kinds = {"+": "add", "-": "gone", "@": "head"}
    lines = []
    for line in text.splitlines():
        header = line.startswith(("--- ", "+++ "))
        kind = "head" if header else kinds.get(line[:1], "")
        if header or kind == "head" or not line:
            lines.append({"mark": "", "html": _coloured(line, "text")[0], "kind": kind})
        else:
            lines.append({"mark": line[0], "html": _coloured(line[1:], "python")[0], "kind": kind})
    return lines


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def render(name: str, **values) -> str:
    """A template of templates/, with all text escaped and made visible, and paths relative."""
    import jinja2
    import markupsafe

    # What torch says names files by their whole path.
    here = {os.path.join(folder, "") for folder in (os.getcwd(), os.path.realpath(os.getcwd()))} - {os.sep}

    def shown(value):
        if isinstance(value, markupsafe.Markup) or not isinstance(value, str):
            return value
        for folder in here:
            value = value.replace(folder, "")
        return visible(value)

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(os.path.join(os.path.dirname(os.path.abspath(__file__)), "templates")),
        autoescape=True,
        finalize=shown,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters.update(one_line=one_line, count=count)
    return environment.get_template(name).render(**values)
