"""Programs around a piece of code: what a generator writes becomes a function, a method or a helper of
one, in odd formatting, and is called on tensors of many kinds.

    Piece    what a kind of fix is about: parameters, lines, what is returned
    Program  source, and the source of each call's arguments
"""

import dataclasses
import random

import tensors

FLOATS = ("float32", "float32", "float64", "float16", "bfloat16")
INTS = ("int64", "int64", "int32", "int8", "uint8")
ALL = FLOATS + INTS + ("bool", "complex64")
SHAPES = ((3,), (2, 3), (3, 2), (4,), (2, 2, 2), (1,), (1, 3), (), (0,), (0, 3))


@dataclasses.dataclass
class Program:
    source: str
    calls: list
    options: tuple = ()  # of `graphmend check`


# Functions of the program's own that pieces may call, each added where it is mentioned.
OWN_FUNCTIONS = {
    "own_twice": ("def own_twice(t):", "    return t * 2"),
    "own_scaled": ("def own_scaled(t, k=2.0):", '    """Its own tensor is changed."""', "    u = t / k", "    u += 1", "    return u"),
    "own_bump": ("def own_bump(t):", "    t += 1", "    return t"),
    "own_shown": ("def own_shown(t):", "    print('shown')", "    return t * 1"),
    "own_ranged": ("def own_ranged(t, n: int = 2):", "    for i in range(n):", "        if i == 1:", "            continue", "        t = t + i", "    return t"),
    "own_same": ("def own_same(t):", "    return t"),
    "own_first": ("def own_first(t):", "    if t.dim() > 1:", "        return t[0]", "    return t"),
    "own_inverse": ("def own_inverse(t):", "    bottom = t * t", "    return 1 / bottom"),
    "own_drawn": ("def own_drawn(t):", "    return t + torch.rand_like(t)"),
    "own_decided": ("def own_decided(t):", "    if t.sum() > 0:", "        return t * 3", "    return t"),
    "own_total": ("def own_total(t):", "    with torch.no_grad():", "        k = t.abs().sum()", "    return t.sum() + k"),
    "own_strict": ("def own_strict(t):", "    if t.dim() < 2:", "        raise ValueError('flat')", "    return t.mean(0)"),
    "own_kept": ("OWN_KEPT = []", "", "", "def own_kept(t):", "    OWN_KEPT.append(1)", "    return t * len(OWN_KEPT)"),
    "own_whole": ("def own_whole(t):", "    return t // t"),
    "own_nested": ("def own_nested(t):", "    half = lambda u: u / 2", "    return half(t)"),
    "own_two": ("def own_two(t):", "    return t.view(-1), t + 1"),
    "own_property": ("class OwnScale:", "    @property", "    def value(self):", "        print('asked')", "        return 2.0", "", "", "OWN_SCALE = OwnScale()", "", "", "def own_property(t):", "    return t * OWN_SCALE.value"),
    "own_hidden": ("class OwnHidden:", "    def __getattr__(self, name):", "        print(name)", "        return 2.0", "", "", "OWN_HIDDEN = OwnHidden()", "", "", "def own_hidden(t):", "    return t * OWN_HIDDEN.value"),
    "own_descriptor": ("class OwnDescriptor:", "    def __get__(self, instance, owner=None):", "        print('got')", "        return 2.0", "", "", "class OwnDescribed:", "    value = OwnDescriptor()", "", "", "OWN_DESCRIBED = OwnDescribed()", "", "", "def own_descriptor(t):", "    return t * OWN_DESCRIBED.value"),
    "own_operator": ("class OwnFactor:", "    def __mul__(self, other):", "        print('multiplied')", "        return other * 3", "", "", "OWN_FACTOR = OwnFactor()", "", "", "def own_operator(t):", "    return OWN_FACTOR * t"),
    "own_length": ("class OwnLength:", "    def __len__(self):", "        print('counted')", "        return 3", "", "", "OWN_LENGTH = OwnLength()", "", "", "def own_length(t):", "    return t * len(OWN_LENGTH)"),
    "own_item": ("class OwnItems:", "    def __getitem__(self, key):", "        print('item', key)", "        return 3", "", "", "OWN_ITEMS = OwnItems()", "", "", "def own_item(t):", "    return t * OWN_ITEMS[1]"),
    "own_truth": ("class OwnTruth:", "    def __bool__(self):", "        print('asked')", "        return True", "", "", "OWN_TRUTH = OwnTruth()", "", "", "def own_truth(t):", "    return t * 2 if OWN_TRUTH else t"),
    "own_keyed": ("def own_key(n):", "    print('key', n)", "    return -n", "", "", "def own_keyed(t):", "    return t * max([1, 2], key=own_key)"),
    "own_largest": ("def own_largest(t):", "    u = max([t])", "    u += 1", "    return u"),
    "own_summed": ("def own_summed(t):", "    u = torch.einsum('...->...', t)", "    u += 1", "    return u"),
    "own_cut": ("def own_cut(t):", "    return t.detach() * 2"),
    "own_quiet": ("def own_quiet(t):", "    with torch.no_grad():", "        return t * 2"),
    "own_enabled": ("def own_enabled(t):", "    with torch.enable_grad():", "        return t * 2"),
    "own_switched": ("OWN_SWITCHES = {'say': False}", "", "", "def own_switch():", "    OWN_SWITCHES['say'] = True", "", "", "def own_switched(t):", "    if OWN_SWITCHES['say']:", "        print('switched')", "    return t * 2"),
    "own_both": ("def own_both(t):", "    return own_twice(t) + own_scaled(t, k=3)"),
}


@dataclasses.dataclass
class Piece:
    params: list  # names, with an annotation where there is one: "x: torch.Tensor"
    lines: list  # of the body, indented by four spaces where they are within each other
    result: str  # what is returned
    calls: list  # sources that set `args`
    imports: tuple = ()
    module: tuple = ()  # lines of the module, above
    init: tuple = ()  # lines of __init__; the piece reads `self`, so that it is a method
    methods: tuple = ()  # lines of the class, beside it
    main: tuple = ()  # lines below torch.compile
    method: bool | None = None  # a method, a function, or either
    helper: bool = True  # may be a function that the compiled one calls
    wrap: bool = True  # may stand in a `try`, a loop or a block
    options: tuple = ()
    compiler: str = "torch.compile"  # what it is called by

    def __post_init__(self):
        text = "\n".join([*self.lines, self.result])
        for name, lines in reversed(OWN_FUNCTIONS.items()):
            if name + "(" in text:
                text += "\n".join(lines)
                self.module = (*lines, "", *self.module)


class Draw:
    """Random choices of one program."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def __call__(self, *choices):
        return self.random.choice(choices)

    def of(self, choices):
        return self.random.choice(list(choices))

    def maybe(self, probability=0.5):
        return self.random.random() < probability

    def int(self, low, high):
        return self.random.randint(low, high)

    def some(self, choices, low=0, high=2):
        choices = list(choices)
        return [self.random.choice(choices) for _ in range(self.int(low, high))]

    # ---- inputs ----
    def tensor(self, dtypes=FLOATS, shapes=SHAPES, grad=None, layouts=None, low=None, high=None, dtype=None, shape=None):
        dtype = dtype or self.of(dtypes)
        shape = self.of(shapes) if shape is None else shape
        layout = self.of(layouts or ("plain", "plain", *tensors.LAYOUTS))
        grad = self.maybe(0.4) if grad is None else grad
        text = f't("{dtype}", {shape!r}, seed={self.int(0, 9999)}'
        if layout != "plain":
            text += f', layout="{layout}"'
        if grad and dtype.startswith(("float", "bfloat", "complex")):
            text += ", grad=True"
        low = self.of((-2.0, -2.0, 0.0, -4.0, 0.25)) if low is None else low
        high = self.of((2.0, 2.0, 4.0, 0.0)) if high is None else high
        if low >= high:
            low, high = high - 1.0, low + 1.0
        return text + f", low={low}, high={high})"

    def same(self, count=3, many=1, **options):
        """Sources of `count` calls with `many` tensors of the same dtype and shape."""
        dtype = options.pop("dtype", None) or self.of(options.pop("dtypes", FLOATS))
        shape = options.pop("shape", None)
        shape = self.of(options.pop("shapes", SHAPES)) if shape is None else shape
        return [f"args = ({', '.join(self.tensor(dtype=dtype, shape=shape, **options) for _ in range(many))},)" for _ in range(count)]


PRE = (
    "{y} = {x}",
    "{y} = {x} * 2",
    "{y} = {x} + 1",
    "{y} = {x}.clone()",
    "{y} = {x}.detach()",
    "{y} = {x}.view(-1)",
    "{y} = {x}.reshape(-1)",
    "{y} = {x}[:1]",
    "{y} = {x}[..., ::2]",
    "{y} = {x}.transpose(0, -1)",
    "{y} = {x}.unsqueeze(0)",
    "{y} = {x}.contiguous()",
    "{y} = {x}.to({x}.dtype)",
    "{y} = torch.zeros_like({x})",
    "{y} = {x}.abs()",
    "{y} = +{x}",
    "{y} = {x}.expand({x}.shape)",
    "{y} = {x}.squeeze()",
    "{y} = {x}.real",
    "{y} = {x}.float()",
    "{y} = {x}.data",
    "{y} = torch.relu({x})",
    "{y} = {x}.flatten()",
)
CHANGES = (
    "{y} += 1",
    "{y}.mul_(2)",
    "{y}.zero_()",
    "{y}[:1] = 3",
    "{y}.add_(1)",
    "{y}.view(-1)[:1].fill_(5)",
    "{y}.data.add_(1)",
    "torch.add({y}, 1, out={y})",
    "{y}.clamp_(0)",
    "{y} = {y} - 1",
    "{y}.detach().add_(2)",
    "{y}.unsqueeze(0).mul_(3)",
    "{y}.t_()",
    "{y}.unsqueeze_(0)",
    "for part in ({y},):\n    part.add_(1)",
    "alias = {y}\nalias.mul_(2)",
    "view = {y}[:1]\nview += 4",
    "bump({y})",
)
BUMP = "def bump(tensor):\n    tensor += 1"


def changes(draw, name, probability=0.35):
    """Lines that change a tensor in place, or not."""
    if not draw.maybe(probability):
        return []
    return draw.of(CHANGES).format(y=name).split("\n")


def prepared(draw, source="x", name="y"):
    return draw.of(PRE).format(x=source, y=name).split("\n")


def indented(lines, columns=4):
    return [" " * columns + line if line else line for line in lines]


def wrapped(draw, piece):
    """The lines in a `try`, a loop, a block, or as they are."""
    lines = list(piece.lines)
    if not piece.wrap:
        return lines
    kind = draw.of(("plain",) * 6 + ("try", "finally", "loop", "no_grad", "if", "try raise"))
    if kind == "try":
        caught = draw("RuntimeError", "ValueError", "Exception", "(IndexError, RuntimeError)", "AssertionError")
        handler = draw("pass", "caught = caught + 1", "print(\"caught\")")
        return ["try:", *indented(lines), f"except {caught}:", "    " + handler]
    if kind == "finally":
        return ["try:", *indented(lines), "finally:", "    caught = caught + 1"]
    if kind == "loop":
        return [f"for step in range({draw.int(1, 2)}):", *indented(lines)]
    if kind == "no_grad":
        return ["with torch.no_grad():", *indented(lines)]
    if kind == "if":
        return ["if caught == 0:", *indented(lines)]
    if kind == "try raise":
        return ["try:", *indented(lines), "except ValueError as error:", "    raise KeyError(str(error)) from error"]
    return lines


def formatted(draw, lines):
    """Comments, blank lines, brackets and line breaks where Python takes them."""
    out = []
    for line in lines:
        if draw.maybe(0.08):
            margin = " " * (len(line) - len(line.lstrip()))
            out.append(draw(margin + "# what follows", "", margin + "# a comment: if x > 0: raise"))
        if draw.maybe(0.1) and not line.rstrip().endswith(("\\", ",", "(", "[")) and '"""' not in line:
            line += draw("  # why", "  # noqa", "  ")
        out.append(line)
    return out


def program(draw, piece):
    caught = any("caught" in line for line in piece.lines)
    body = wrapped(draw, piece)
    if not caught:
        body = ["caught = 0", *body] if any("caught" in line for line in body) else body
    result = piece.result if not any("caught" in line for line in body) or caught else f"{piece.result}, caught"
    body = formatted(draw, [*body, f"return {result}"])
    method = piece.method if piece.method is not None else bool(piece.init) or draw.maybe(0.35)
    names = [param.split(":")[0].split("=")[0].strip() for param in piece.params]
    params = ", ".join(piece.params)
    head = ["import torch", "import torch.nn.functional as F", *piece.imports, ""]
    top = list(piece.module)
    if any("bump(" in line for line in body):
        top += [*BUMP.split("\n"), ""]
    hand = ", ".join(names)
    if method:
        init = ["def __init__(self):", "    super().__init__()", *indented(piece.init)]
        if piece.helper and draw.maybe(0.2):
            inside = ["def inner(self, " + params + "):", *indented(body), "", f"def forward(self, {hand}):", f"    return self.inner({hand})"]
        else:
            inside = [f"def forward(self, {params}):", *indented(body)]
        made = ["class Model(torch.nn.Module):", *indented([*init, "", *piece.methods, *inside]), "", "", "model = Model()", "fast = torch.compile(model)"]
    elif piece.helper and draw.maybe(0.25):
        if draw.maybe(0.5):
            made = [f"def helper({params}):", *indented(body), "", "", f"def f({hand}):", f"    return helper({hand})", "", "", "fast = torch.compile(f)"]
        else:
            made = [f"def f({params}):", f"    def inner({params}):", *indented(body, 8), "", f"    return inner({hand})", "", "", "fast = torch.compile(f)"]
    else:
        made = [f"def f({params}):", *indented(body), "", "", "fast = torch.compile(f)"]
    made = [line.replace("torch.compile(", f"{piece.compiler}(") for line in made]
    lines = [*head, *top, "", *made, *([""] + list(piece.main) if piece.main else [])]
    source = "\n".join(lines) + "\n"
    width = draw(4, 4, 4, 2, 8)
    if width != 4 and '"""' not in source:
        source = reindented(source, draw(" " * width, " " * width, "\t"))
    if draw.maybe(0.05):
        source = source.replace("\n", "\r\n")
    return Program(source, piece.calls, piece.options)


def reindented(source, unit):
    out = []
    for line in source.split("\n"):
        columns = len(line) - len(line.lstrip(" "))
        # What is behind an open bracket keeps its odd columns.
        out.append(unit * (columns // 4) + " " * (columns % 4) + line.lstrip(" "))
    return "\n".join(out)
