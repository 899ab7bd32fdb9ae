"""Text that comes from logs and from the user's code, made fit to be shown; src/base/visible.h says
what that means, and does the same in the program."""

from __future__ import annotations

import html as _html
import re

REPLACEMENT = "\ufffd"
# Controls but for tabs and line feeds, and what turns, joins or hides text.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069"
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f\ud800-\udfff]|\r(?!\n)"
)
_COMMAND = re.compile(r"(^[ \t]*:)(?=:)|(#)(?=#\[|#vso\[)", re.MULTILINE)
_ZERO_WIDTH_SPACE = "\u200b"


def without_commands(text: str) -> str:
    """Lines that a runner of jobs would take for commands are none."""
    return _COMMAND.sub(lambda match: match[0] + " ", text)


def visible(text: str) -> str:
    return without_commands(_UNPRINTABLE.sub(REPLACEMENT, text))


def one_line(text: str) -> str:
    """The first line that says something."""
    first = text.strip().splitlines()[0] if text.strip() else ""
    return visible(first.replace("\t", " "))


def markdown(text: str) -> str:
    """Text as itself within a line, or a cell of a table."""
    text = re.sub(r"[\\`*_\[\]<>&~#|!]|(?<=:)/|(?<=www)\.", r"\\\g<0>", one_line(text))
    return text.replace("@", "@" + _ZERO_WIDTH_SPACE)


def markdown_code(text: str) -> str:
    """Text as code, whatever backticks it holds."""
    text = one_line(text).replace("|", "\\|") or " "
    runs = [len(run) for run in re.findall("`+", text)]
    fence = "`" * (max(runs, default=0) + 1)
    pad = " " if text.strip() and (text[0] in "` " or text[-1] in "` ") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def html(text: str) -> str:
    return _html.escape(visible(text))


def json_text(text: str) -> str:
    """JSON that is written already: nothing in its strings is a command."""
    return re.sub(r"#(?=#\[|#vso\[)", lambda match: "\\u0023", text)
