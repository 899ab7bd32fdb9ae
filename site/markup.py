"""Markdown in and out: what our sources mark for tests, written for readers."""

import re

FENCE = re.compile(r"(?ms)^(?P<ticks>```|~~~)(?P<language>\w*)(?P<options>[^\n]*)\n(?P<body>.*?)^(?P=ticks) *$")
# What a line must find, as tests/README.md has it: `# error: [GM101] "text"`.
_MARK = re.compile(r"  # (error|note)\b(?:: *(?:\[\w+\] *)?(?:\"(.*)\")?)?.*$")
_BELOW = re.compile(r"^ *#[ ^]*\^ *(error|note)\b.*$")
_DEAD = re.compile(r"  # dead: (.*)$")
_QUIET = re.compile(r"  # quiet(?:: (.*))?$")


def cleaned(code):
    """Code without the marks of tests."""
    lines = [line for line in code.splitlines() if not _BELOW.match(line)]
    return "\n".join(re.sub(r"  # (error|note|dead|quiet|revealed|unknown)\b.*$", "", line) for line in lines) + "\n"


def marked(code):
    """Code for readers, and the numbers of the lines that break."""
    lines, hit = [], []
    for line in code.splitlines():
        if _BELOW.match(line):
            continue
        mark = _MARK.search(line)
        if mark:
            hit.append(len(lines) + 1)
            line = line[: mark.start()] + ("  # may break" if mark[1] == "note" else "  # breaks")
        line = _DEAD.sub(r"  # fine: \1", line)
        line = _QUIET.sub(lambda m: f"  # fine: {m[1]}" if m[1] else "  # fine", line)
        lines.append(line)
    return "\n".join(lines) + "\n", hit


def block(code, language="py", hit=(), title=""):
    options = f' hl_lines="{" ".join(map(str, hit))}"' if hit else ""
    options += f' title="{title}"' if title else ""
    return f"```{language}{options}\n{code}```\n"


def shown(text):
    """A page with its blocks of Python as readers see them."""

    def write(found):
        if found["language"] not in ("py", "python"):
            return found[0]
        return block(*[(code, "py", hit) for code, hit in [marked(found["body"])]][0]).rstrip("\n")

    return FENCE.sub(write, text)


def sections(text):
    """{heading of the second level: what is below it}; "" is what comes before the first."""
    parts = re.split(r"(?m)^## (.+)$", FENCE.sub(lambda m: m[0].replace("\n## ", "\n\0## "), text))
    found = {"": parts[0]}
    for heading, body in zip(parts[1::2], parts[2::2]):
        found[heading] = body.replace("\0", "")
    return found


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


_LEFT_ALONE = re.compile(r"(?ms)^(?:```|~~~).*?^(?:```|~~~) *$|^#.*?$|`[^`\n]*`|\[[^\]]*\]\([^)]*\)|<[^>]*>")


def link_ids(text, link):
    """Each GM or GB id in plain text becomes what `link` makes of it, or stays where that is None."""

    def linked(plain):
        return re.sub(r"\bG[MB]\d{3,4}\b", lambda m: link(m[0]) or m[0], plain)

    out, at = [], 0
    for kept in _LEFT_ALONE.finditer(text):
        out += [linked(text[at : kept.start()]), kept[0]]
        at = kept.end()
    return "".join(out) + linked(text[at:])
