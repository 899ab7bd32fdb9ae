"""Programs that print, log and warn."""

from shell import ALL, FLOATS, Piece, changes, indented, prepared

LOGGING = ("import logging", "import warnings")
LOGGER = ("logger = logging.getLogger(__name__)", "")
SHOWN = ("x", "y", "x.shape", "y.dtype", "y.sum()", "y.sum().item()", "y.max().item()", "float(y.sum())", "int(y.sum())", "y.tolist()", "len(y.shape)", "1", '"text"',
         "y.mean().item()", "str(y.shape)", "repr(y)", "y.requires_grad", "[1, 2]", "{'a': y.shape}", "y > 0", "bool((y > 0).any())", "x.device", "y.detach()",
         "y.numel()", "None", "(y.sum(), 1)", "[y]", "y[0]", "y.grad_fn is None", "y.is_contiguous()", "torch.float32", "y.data", "note",
         "100 * y.sum().item()", "-y.max().item()", "y.sum().item() / y.numel()", "round(y.mean().item(), 2)", "abs(y.sum().item())", "y.max().item() % 3", "y.sum().item() // 2",
         "y.max().item() ** 2", "(y.sum().item() + 1) * x.shape[0]", "1 - y.mean().item() / 4", "y.max().item() / (y.shape[0] - 1)", "round(float(y.sum()))", "y.sum().item() - y.sum().item()")
FIELDS = ("{y.sum().item():.3f}", "{y.sum()}", "{y.sum():.2f}", "{x.shape}", "{y.max().item():>8}", "{float(y.sum()):e}", "{int(y.sum()):d}", "{y.sum().item():d}",
          "{y!r}", "{y.dtype}", "{{}}", "{y.mean().item()!s:>10}", "{note}", "{y.sum().item():{width}}", "{y.sum().item()=}", "{y}", "{'a'}", "{y.max().item() + 1:.1f}", "{100}%",
          "{x.shape[0]:03d}", "{100 * y.sum().item():.1f}%", "{-y.mean().item():.3f}", "{y.sum().item() / x.shape[0]!r}", "{round(y.max().item(), 1)}", "{y.sum().item() * 2 - 1}")
PERCENTS = ("%s", "%d", "%.3f", "%r", "%5s", "%e", "%%", "%x")


def text(draw):
    kind = draw.int(0, 4)
    if kind == 0:
        return '"' + draw("start", "a {} b", "100%", "tab\\t") + '"'
    if kind < 3:
        return 'f"' + draw("", "at ") + " ".join(draw.of(FIELDS) for _ in range(draw.int(1, 3))) + '"'
    if kind == 3:
        parts = draw.some(PERCENTS[:6], 1, 2)
        values = [draw.of(SHOWN) for _ in parts]
        return '"' + " ".join(parts) + '" % (' + ", ".join(values) + ",)"
    return '"{} {}".format(' + draw.of(SHOWN) + ", " + draw.of(SHOWN) + ")"


def added(draw):
    """Texts that are added up."""
    parts = [draw('"loss "', "'at '", '"{"', '"a\\tb"', f"str({draw.of(SHOWN)})", f"str({draw.of(SHOWN)})", f"str({draw.of(SHOWN)})", "note", f"repr({draw.of(SHOWN)})", f'f"{draw.of(FIELDS)}"', "str(y)[:4]", '"x" * 2') for _ in range(draw.int(2, 4))]
    return draw(" + ".join(parts), " + ".join(parts), f"{parts[0]} + ({' + '.join(parts[1:])})")


def around(draw, lines):
    kind = draw.int(0, 9)
    if kind == 0:
        return ["if y.sum() > 0:", *indented(lines)]
    if kind == 1:
        return ["if y.dim() > 1:", *indented(lines), "else:", *indented(lines)]
    if kind == 2:
        return ["for step in range(2):", *indented(lines)]
    if kind == 3:
        return ["try:", *indented(lines), "except (ValueError, TypeError):", "    y = y * 100"]
    return lines


def message(draw, lines, **options):
    before = ['note = "n"', "width = 9", *prepared(draw), *changes(draw, "y", 0.25)]
    behind = draw.of(([], [], changes(draw, "y", 1.0), ["y = y * 2"], ["y = y @ x"], ["y.mul_(2)", "print(y.sum())"], ["y = y[5]"], ["raise ValueError('end')"],
                      ["if y.sum() > 0:", "    raise ValueError('later')"]))
    dtypes = draw(FLOATS, FLOATS, ALL)
    return Piece(["x: torch.Tensor"], before + around(draw, lines) + behind, draw("y", "y, x", "y.sum()"), draw.same(3, dtypes=dtypes), imports=LOGGING, module=LOGGER, **options)


def prints(draw):
    count = draw.int(1, 3)
    values = [draw(draw.of(SHOWN), draw.of(SHOWN), text(draw)) for _ in range(count)]
    options = draw("", "", "", ', sep="|"', ', end="!\\n"', ", flush=True", ', sep="", end=""', ", file=None", ", *y.shape" if draw.maybe(0.3) else "")
    call = f"print({', '.join(values)}{options})"
    if draw.maybe(0.15):
        call = "print(\n    " + ",\n    ".join(values) + ",\n)"
    lines = [draw(call, call, call, f"_ = {call}", f"({call})", f"{call}; y = y + 1")] if "\n" not in call else call.split("\n")
    return message(draw, lines)


def logs(draw):
    level = draw("info", "warning", "error", "debug", "critical")
    if draw.maybe(0.6):
        parts = draw.some(PERCENTS[:7], 1, 3)
        values = [draw.of(SHOWN) for part in parts if part != "%%"]
        args = '"' + draw("", "at ") + " ".join(parts) + '"' + "".join(", " + v for v in values)
    else:
        args = text(draw)
    call = draw(f"logger.{level}({args})", f"logger.{level}({args})", f"logging.{level}({args})", f"logger.log(logging.INFO, {args})",
                f"logging.getLogger('other').{level}({args})", f"logger.{level}({args}, stacklevel=2)", f"logger.{level}({args}, exc_info=False)")
    return message(draw, [call])


def warns(draw):
    args = draw(text(draw), text(draw), '"plain"', "note", "UserWarning('made')")
    category = draw("", "", ", FutureWarning", ", category=DeprecationWarning", ", UserWarning", ", stacklevel=2")
    return message(draw, [f"warnings.warn({args}{category})"])


def with_message(draw):
    """A number or text that is made for a message, before it."""
    made = draw("y.sum().item()", "y.max().item()", "float(y.sum())", "y.tolist()", "str(y)", 'f"{y.sum().item():.3f}"', "repr(y.shape)", "int(y.sum())", '"%.2f" % y.sum().item()')
    say = draw(f'print("value", {made})', f'print(f"{{{made}}}")' if '"' not in made else f"print({made})", f'logger.info("%s", {made})', f"warnings.warn(f'got {{{made}}}')" if "'" not in made and '"' not in made else f"print({made})",
               f'logger.info("%d", {made})', f'print("a {{}}".format({made}))')
    return message(draw, [say])


def show_in_message(draw):
    """A text in a variable, for the message in the next statement, further down or elsewhere."""
    number = draw("y.sum().item()", "y.max().item()", "float(y.sum())", "y.tolist()", "x.mean().item()")
    made = draw(text(draw), added(draw), f"str({draw.of(SHOWN)})", f'f"at {{{number}}} of {{y.shape}}"', f'"loss " + str({number})', f'f"{{y}} and {{{number}}}"', f'"%s of %s" % ({number}, y.dtype)', f'"{{}}".format({number})')
    shown = draw("print(t)", "print(t)", "logger.info(t)", "warnings.warn(t)", "print(y.shape, t)", "print(t, t)", "print(t, sep='')", "print('a', end=t)", "print(t.upper())", "logger.info('%s', t)")
    between = draw.of(([], [], [], ["z = y + 1"], ["z = y * 2", "w = z.sum(-1)"], ["y = y + 1"], ["# what it says"], ["y.mul_(2)"], ["y += 1"], ["z = x @ y"], ["z = y.clone()", "z.add_(1)"], ["print('between')"]))
    behind = draw.of(([], [], [], ["y = y + len(t)"], ["t = 'b'"], ["def later():", "    return t"]))
    lines = [f"t = {made}" + draw("", "", "  # the text"), *between, shown, *behind]
    if draw.maybe(0.15):
        lines = [f"t = {made}; {shown}"]
    if draw.maybe(0.15):
        lines = ["t = 'first'", "if y.dim() > 1:", f"    t = {made}", shown]
    return message(draw, lines)


def read_for_messages(draw):
    """A number in a variable that messages show."""
    number = draw("y.sum().item()", "y.max().item()", "float(y.sum())", "y.mean().item()", "int(y.sum())", "y[0].item()", "x.sum().item()", "y.item()", "x.item()", "float(x)")
    made = draw(number, number, number, f"100 * {number}", f"{number} / 2", f"round({number}, 2)", f"-{number} + y.numel()", f"{number} / width", f"abs({number}) % 3", f"{number} - {number}", f"math.exp({number})")
    shown = [draw("print(n)", "print(f'{n:.3f}')", "logger.info('%s', n)", "logger.info('%d of %s', n, x.shape)", "print('at', n, n * 2)", "print(f'{n!r:>9}')", "print('{} {}'.format(n, y.dtype))", "warnings.warn(f'got {n}')",
                  "print(f'{n=}')", "print(round(n, 1))", "print(f'{n / width} {width}')", "print('n ' + str(n))") for _ in range(draw.int(1, 2))]
    between = draw.of(([], [], [], ["z = y + 1"], ["y = y * 2"], ["y.mul_(2)"], ["y += 1"], ["x = x + 1"], ["width = 3"], ["w = y", "w.add_(1)"], ["print('between')"], ["raise ValueError('end')"]))
    behind = draw.of(([], [], [], [], ["y = y + n"], ["n = 2"], ["def later():", "    return n"], ["return y, n"], ["y = y * n"], ["y = y / n", "return y, n"], ["if n > 1:", "    y = y * 2"], ["y = y + n * 2", "print(n)"], ["width = width + n"]))
    lines = [f"n = {made}", *between, *shown, *behind]
    kind = draw.int(0, 5)
    if kind == 0:
        lines = [f"n = {made}", *between, "if y.dim() > 1:", *indented(shown)]
    if kind == 1:
        lines = ["for step in range(2):", *indented([f"n = {made}", *between, *shown])]
    piece = message(draw, lines)
    piece.imports = ("import math", *LOGGING)
    return piece


def messages_tested(draw):
    """A number in a variable that messages show, and that a test asks for that writes them."""
    counted = draw("int((y > 0).sum())", "(y > 0).sum().item()", "int(y.isnan().sum())", "int((x > 1).any())", "y.argmax().item()", "int(k.max())", "k.sum().item()", "y.sum().item()", "y.mean().item()", "int(y.sum())", "float(y.max())")
    test = draw("n", "n > 0", "n != 0", "not n", "n > 1.5", "n >= 300", "0 < n", "n > 0 and y.dim() > 0", "n > width", "n > y.sum()", "n == 1", "-n < 2")
    shown = [draw("print(n)", "print(f'{n:.3f}')", "logger.info('%s', n)", "logger.info('%d of %s', n, x.shape)", "print(f'{n!r:>9}')", "warnings.warn(f'got {n}')", "print(n / 2, n)", "print('some')") for _ in range(draw.int(1, 2))]
    between = draw.of(([], [], [], ["y = y * 2"], ["y.mul_(2)"], ["k.add_(1)"], ["print('between', n)"]))
    made = draw("k = (y > 0).to(torch.uint8)", "k = y.long()", "k = (y * 100).to(torch.int16)")
    lines = [made, f"n = {counted}", *between, f"if {test}:", *indented(shown), *draw.of(([], [], [], ["    y = y + 1"], ["else:", "    y = y - 1"])), *draw.of(([], [], [], ["y = y + n"], ["print(n)"]))]
    if draw.maybe(0.15):
        lines = ["for step in range(2):", *indented(lines)]
    piece = message(draw, lines)
    piece.imports = LOGGING
    return piece


def add_texts(draw):
    return message(draw, [draw("print({})", "logger.info({})", "print('a', {})").format(added(draw))])


def under_branch(draw):
    lines = [draw('print("taken", y.sum().item())', 'logger.info("mean %.3f", y.mean().item())', 'warnings.warn("taken")', 'print(f"{y.shape} {y.max()}")', 'print("plain")')]
    lines += draw.of(([], ["y = y * 2"], ["y = y + 1"], ["y = torch.relu(y)"]))
    if draw.maybe(0.2):
        lines.insert(0, draw("import warnings", "import math", "import math as m, sys", "import json", "from math import pi"))
    test = draw("y.sum() > 0", "(y > 0).any()", "torch.isnan(y).any()", "y.max() > 1", "not (y > 0).all()")
    body = [f"if {test}:", *indented(lines)]
    if draw.maybe(0.4):
        body += ["else:", *indented([draw('print("other")', 'logger.warning("other %s", y.shape)', "y = y - 1")])]
    before = ['note = "n"', *prepared(draw)]
    return Piece(["x: torch.Tensor"], before + body + changes(draw, "y", 0.2), draw("y", "y, x"), draw.same(4, dtypes=FLOATS), imports=LOGGING, module=LOGGER)


def guarded(draw):
    piece = draw(prints, logs, warns)(draw)
    piece.options = ("--side-effects", "guard")
    return piece


def streams(draw):
    """What is printed or written to sys.stdout and sys.stderr."""
    stream = draw("sys.stdout", "sys.stderr", "sys.stderr", "stderr", "sys.__stderr__")
    values = ", ".join(draw(draw.of(SHOWN), text(draw)) for _ in range(draw.int(1, 2)))
    lines = [draw(f"print({values}, file={stream})", f"print({values}, file={stream})", f"print({values}, sep='', file={stream}, flush=True)", f"{stream}.write({text(draw)})", f"{stream}.write({text(draw)})", f"{stream}.write({draw.of(SHOWN)})", f"n = {stream}.write({text(draw)})",
                  f"{stream}.write(str(y.shape))", f"{stream}.flush()")]
    piece = message(draw, lines)
    piece.imports = (*piece.imports, "import sys", "from sys import stderr")
    return piece


def inline(draw):
    piece = draw(prints, logs, warns, under_branch)(draw)
    piece.options = ("--side-effects", "inline")
    return piece


KEPT = "keep the message, and the graph whole"
def ask_while_tracing(draw):
    level = draw("logging.INFO", "logging.DEBUG", "logging.WARNING", "20", "level", "LEVEL")
    asked = draw("logger", "logger", "logger", "logging.getLogger('other')", "logging.getLogger()", "LOGS[0]", "given")
    question = draw(f"{asked}.isEnabledFor({level})", f"{asked}.isEnabledFor({level})", f"{asked}.isEnabledFor(level={level})", f"{asked}.getEffectiveLevel() <= {level}", f"{asked}.hasHandlers()", f"not {asked}.isEnabledFor({level})")
    shown = draw('logger.info("mean %s", y.mean().item())', 'logger.debug("y %s", y.sum())', 'logger.log(20, "shape %s", x.shape)', "y = y * 2", 'print("asked")')
    lines = ["level, given = 10, logger", *prepared(draw), *draw.of(([f"if {question}:", f"    {shown}"], [f"if {question} and x.shape[0] > 1:", f"    {shown}"], [f"wanted = {question}", "if wanted:", f"    {shown}"], [f"y = y * (2 if {question} else 3)"], [f"if {question}:", f"    {shown}", "else:", "    y = y - 1"], ["for _ in range(2):", f"    if {question}:", f"        {shown}"]))]
    between = draw.of(((), (), (), ("logger.setLevel(10)",)))
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x"), draw.same(3, dtypes=FLOATS), imports=LOGGING, module=(*LOGGER, draw("logger.setLevel(10)", "logger.setLevel(20)", "logger.setLevel(40)", "pass"), "LEVEL, LOGS = 20, [logger]", ""), main=between)


TOLD = ('f"{name}={v}"', '"{}: {:.3f}".format(name, v)', 'f"{v:.2f}"', '"{a} of {0}".format(name, a=v)', 'f"{name} {v} {v}"', '"{0!s}".format(v)', 'f"{{{v}}}"', 'f"{name:>9}{v}"', '"{:d}".format(v)', 'f"{v!r}"', '"%s" % v', 'f"{v}" + name', 'f"{name}" if name else f"{v}"')


def text_of_helper(draw):
    """A text of a tensor that another function makes."""
    inside = draw.of(([], [], [], ["v = v * 2"], ["v = v.detach()"], ["if v.dim() > 0:", "    return name"], ["v.add_(1)"]))
    helper = ['def told(v, name="at"):', *indented([*inside, f"return {draw.of(TOLD)}"]), ""]
    shown = draw("y.sum()", "y", "y.max()", "y.shape", "y.sum() > 0", "y.sum().long()", "y.mean()", "y.reshape(-1)[0]", "x.shape[0]")
    call = draw(f"told({shown})", f"told({shown})", f"told({shown}, note)", f"told(name=note, v={shown})")
    lines = draw.of(([f"print({call})"], [f"print('text', {call}, y.shape)"], [f"print([{call}, told(x.sum())])"], [f"logger.warning('%s', {call})"], [f"logger.info({call})"], [f"warnings.warn({call})"], [f"line = {call}", f"print(line)"], [f"line = {call}", draw("y = y + 1", "y.add_(1)", "x = x * 2"), "print(line)"], [f"print({call} + '!')"], [f"print(f'<{{{call}}}>')"], [f"lines = [{call}]", "lines.append(told(x.sum()))", "print(lines)"], [f"print(len({call}))"]))
    made = message(draw, lines)
    made.module = (*made.module, *helper)
    return made


KINDS = {
    "text_of_helper": (text_of_helper, KEPT),
    "ask_while_tracing": (ask_while_tracing, "ask the logger while tracing"),
    "print": (prints, KEPT),
    "log": (logs, KEPT),
    "warn": (warns, KEPT),
    "write_stream": (streams, KEPT),
    "read_in_message": (with_message, KEPT),
    "show_in_message": (show_in_message, "make the text in the message"),
    "read_for_messages": (read_for_messages, "read the number in the message"),
    "messages_tested": (messages_tested, "read the number in the message"),
    "add_texts": (add_texts, KEPT),
    "message_under_branch": (under_branch, "run both sides and select with torch.where"),
    "message_inline": (inline, KEPT),
    "message_guard": (guarded, "is_compiling|only where|uncompiled"),
}
