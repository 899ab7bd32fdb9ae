"""What the first page shows: code, what the program says of it, and what it makes of it."""

import html
import re

import program
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import DiffLexer, PythonLexer

CODE = '''\
import torch
import torch.nn.functional as F


@torch.compile
def training_step(model, tokens, target):
    loss = F.mse_loss(model(tokens), target)
    if torch.isnan(loss):
        raise ValueError("the loss is NaN")
    print("loss", loss.item())
    return loss
'''


def _coloured(text, lexer, **options):
    return highlight(text, lexer, HtmlFormatter(nowrap=True, **options))


def values():
    found = program.findings(CODE)["findings"]
    diff, applied = program.fixed(CODE)
    broken = {one["location"]["line"] for one in found}
    lines = _coloured(CODE, PythonLexer()).rstrip("\n").split("\n")
    code = "".join(
        f'<span class="{"gm-broken" if number in broken else "gm-line"}">{line or " "}</span>'
        for number, line in enumerate(lines, 1)
    )
    said = "".join(
        f'<li><span class="gm-place">line {one["location"]["line"]}</span> '
        f'<a href="rules/{one["code"]}.html">{one["code"]}</a> {_inline(one["message"])}</li>'
        for one in found
    )
    hunk = re.sub(r"^--- .*\n\+\+\+ .*\n", "", diff)
    # Of the diff, what changes: the numbers of lines tell nothing here.
    hunk = "\n".join(line for line in hunk.splitlines() if not line.startswith("@@")) + "\n"
    return {
        "code": code, "findings": said, "count": len(found), "diff": _coloured(hunk, DiffLexer()),
        "mended": len(applied),
    }  # fmt: skip


def _inline(message):
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(message, quote=False))
