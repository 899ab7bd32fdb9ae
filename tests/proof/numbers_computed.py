"""Programs that compute with numbers read from tensors and test them: in one call, in helpers, over several calls."""

from shell import FLOATS, INTS, Piece, changes, indented, prepared

READS = ("x.norm().item()", "x.abs().max().item()", "float(x.mean())", "x.sum().item()", "x.std().item()", "float(x[0])", "int(x.sum())", "(x > 0).sum().item()",
         "y.norm().item()", "x.reshape(-1)[0].item()", "x.argmax().item()", "int(x.argmax())", "x.detach().min().item()", "(x > 0).any().item()", "w.item()", "float(w)", "int(w)", "x.pow(2).mean().item()")
BOUNDS = ("0", "1", "0.5", "2.0", "-1", "1e-3", "self.limit", "3")


def numbers(draw):
    """Lines that read a number `n`, or `n` and `m`."""
    read, other = draw.of(READS), draw.of(READS)
    return draw.of(([f"n = {read}", "m = 1.0"], [f"n = {read}", f"m = {other}"], [f"n, m = {read}, {other}"], [f"m = {other}", f"n = {read}", "n = n + m"], [f"n = {read}", "m = n * 2"]))


def by_helpers(draw, lines):
    """The lines with some of what they read behind helpers, methods or properties, and the source of these."""
    module, methods, out = [], [], []
    for line in lines:
        target, _, read = line.partition(" = ")
        if read not in READS or draw.maybe(0.3):
            out.append(line)
            continue
        name = f"read_{len(out)}"
        own = [f"return {read}"] if draw.maybe(0.6) else draw.of((["if x.dim() > 2:", "    return 0.5", f"return {read}"], [f"r = {read}", f"return {draw('r', 'r * 2', '1 / (r + 1e-3)', 'max(r, 0.5)', 'abs(r)')}"], ["x = x * 2", f"return {read}"], ["if x.sum() > 1:", f"    return {read}", f"return {draw.of(READS)}"]))
        if draw.maybe(0.25):
            module += [f"class Read{name[5:]}:", "    def __init__(self, x, y, w):", "        self.x, self.y, self.w = x, y, w", "", "    @property", f"    def {name}(self):", "        x, y, w = self.x, self.y, self.w", *indented(indented(own)), ""]
            out += [f"box = Read{name[5:]}(x, y, w)", f"{target} = box.{name}"]
        elif draw.maybe(0.3):
            methods += [f"def {name}(self, x, y, w):", *indented(own), ""]
            out.append(f"{target} = self.{name}(x, y, w)")
        else:
            module += [f"def {name}(x, y, w):", *indented(own), ""]
            out.append(f"{target} = {name}(x, y, w)")
    return out, module, methods


COMPUTED = ("k = n * 2", "k = 1.0 / (n + 1e-6)", "k = n / m", "k = n - m", "k = max(n, 1e-3)", "k = min(n, 1.0)", "k = max(0.5, n)", "k = abs(n) + 1", "k = round(n)", "k = int(n)", "k = round(n / 0.5)", "k = n ** 2", "k = 0.9 ** n", "k = math.sqrt(abs(n))",
            "k = math.exp(-n)", "k = math.log(n + 3)", "k = n if n > m else m", "k = 1.0\nk = k * n", "k = 0.0\nk += n", "k = 2.0\nk -= n\nk *= m", "k = n // 2", "k = -n", "k = n % 3", "k = max(n, m)", "k = min(n, self.limit)", "k = float(n)", "k = m")
TESTS = ("n > {b}", "k < {b}", "n > {b} and k < 2", "n > 0 or k > {b}", "not n > {b}", "n > m", "k != {b}", "n == m", "0 < k < {b}", "k", "n >= {b} and x.dim() > 0", "self.training and n > {b}", "k > n", "n != n", "n + m > {b}", "n * n < k", "flag", "abs(n) > {b}", "math.isnan(n)", "n < x.mean()")
USED = ("y = y * k", "y = x / k", "y = y + n", "y = x * (n + m)", "y = torch.clamp(y, max=k)", "y = torch.where(y > n, y, x)", "y = y - n * k", "y = y * torch.tensor(k)", "y = x * n / m", "y = y + k * 0.5", "y = y.float() * k", "y = y * w * k", "y = x.mean() * k", "y = y * x.max() + n",
        "y = torch.round(y / k) * k", "y = y + 1", "y = -y")
AT_THE_END = ("y", "y", "y", "y, n", "y, x", "y.sum()", "y, k", "y * n")


def tested(draw, used, test):
    """A branch on the test, which uses the numbers on a side or behind."""
    first, second = draw.of(used), draw.of(used)
    other = draw.of(([], [], ["else:", *indented(second.split("\n"))], ["else:", "    k = 1.0"], ["else:", "    k = m * 0.5", "    y = -y"]))
    side = draw.of((first.split("\n"), first.split("\n"), ["k = 0.5"], ["k = k * 2"], [f"return {draw('y', 'x', 'y * k', 'y * 2')}"], ["n = 1.0", *second.split("\n")], [f"k = {draw.of(READS)}", *first.split("\n")]))
    return [f"if {test}:", *indented(side), *other]


def compute_and_test(draw):
    """Numbers that are computed with and tested in one call."""
    bound = draw.of(BOUNDS)
    test = draw.of(TESTS).format(b=bound)
    read, module, methods = by_helpers(draw, numbers(draw)) if draw.maybe(0.4) else (numbers(draw), [], [])
    lines = ["w = x.sum()", *prepared(draw), *changes(draw, "y", 0.1), *read, *draw.of(COMPUTED).split("\n")]
    if test == "flag":
        lines.append(f"flag = {draw.of(TESTS[:6]).format(b=bound)}")
    lines += draw.of((tested(draw, USED, test), tested(draw, USED, test), [f"k = {draw('0.5', 'n', 'm * 2', 'k')} if {test} else {draw('1.0', 'k', 'm', 'n + 1')}"], ["for step in range(2):", *indented(tested(draw, USED[:8], test))]))
    lines += [*changes(draw, draw("x", "y"), 0.1), *draw.of(USED).split("\n")]
    options = {"dtypes": draw(FLOATS, FLOATS, INTS), "shapes": ((3,), (4,), (2, 3), (1,), ())}
    return Piece(["x: torch.Tensor"], lines, draw.of(AT_THE_END), draw.same(4, **options), imports=("import math",), init=("self.limit = 1.5",), module=tuple(module), methods=tuple(methods))


KEPT_COMPUTED = ("self.best = n", "self.total += n", "self.total = self.total + n", "self.mean = 0.9 * self.mean + 0.1 * n", "self.count += 1", "self.total -= n * 0.5", "self.best = min(n, 5.0)", "self.mean = n\nself.count += 1", "self.best = max(self.best, n)", "self.scale *= 2.0", "self.scale = self.scale / 2", "self.count = 0",
                 "self.best = n\nself.count = 0")
KEPT_TESTS = ("n < self.best", "n > self.total", "self.count > 2", "n < self.best and n > 0", "self.mean > n", "n != n", "n > self.scale", "self.training and n < self.best", "abs(n - self.mean) < 0.5", "self.count == 0 or n > self.mean", "n < {b}")


def keep_and_test(draw):
    """Numbers that an object keeps over several calls."""
    test = draw.of(KEPT_TESTS).format(b=draw.of(BOUNDS))
    lines = ["w = x.sum()", *prepared(draw), f"n = {draw.of(READS)}", *draw.of(([], [], draw.of(KEPT_COMPUTED).split("\n")))]
    kept = draw.of(KEPT_COMPUTED).split("\n")
    other = draw.of(([], ["else:", *indented(draw.of(KEPT_COMPUTED).split("\n"))], ["else:", "    self.count += 1"], ["else:", "    y = y * 2"]))
    lines += [f"if {test}:", *indented([*kept, *draw.of(([], [], ["y = y * 0.5"], ["self.count = 0"], ["return y"]))]), *other]
    lines += draw.of(([], [], ["y = y * self.scale"], ["y = y / (self.mean + 1)"], ["y = y + self.count"], ["y = y * n"]))
    init = ["self.best = float('inf')", "self.total = 0.0", "self.mean = 0.0", f"self.count = {draw('0', '0', '1', '0.0')}", "self.scale = 1.0", "self.limit = 1.5"]
    options = {"dtypes": draw(FLOATS, FLOATS, INTS), "shapes": ((3,), (2, 3), ())}
    return Piece(["x: torch.Tensor"], lines, draw("y", "y", "y, x", "y.sum()", "y, n"), draw.same(4, **options), init=init, wrap=draw.maybe(0.2))


def merge_mixed(draw):
    """A number on one side of a branch, where the other has a tensor or may have one."""
    number, other = draw("0.0", "0", "1.0", "0.5", "-1", "2"), draw("0.0", "0", "1", "x.mean()", "x[0]", "x", "x.max() * 0.5", "x.sum()")
    test = draw("flags[t]", "x[t] > 0", "flags.any()", "x.mean() > 0.1", "not flags[t]", "flags[t] and x.dim() > 0")
    made = draw("x[t] + 0.9 * last", "x[t] * last", "last + x[t]", "0.5 * last", "x + last", "last", "x[t] - last * 2 + 1", "last / 2 + x.mean()", "(x + last).sum()")
    inner = draw.of(([f"if {test}:", f"    last = {number}", f"last = {made}"], [f"if {test}:", f"    last = {number}", "else:", f"    last = {made}"], [f"last = {number} if {test} else {made}"], [f"step = {number}", f"if {test}:", f"    step = {made}", f"last = {draw('x[t] + step', 'step * x', 'last + step', 'step')}"]))
    lines = [f"last = {other}", "kept = []", f"for t in {draw('range(3)', 'reversed(range(3))', 'range(1)')}:", *indented([*inner, *draw.of(([], ["kept.append(last + x[t])"], ["y = y + last"], ["kept.append(last)"], ["last += x[t]"]))])]
    lines = ["flags = x.detach() > 0.2", *prepared(draw), *lines]
    return Piece(["x: torch.Tensor"], lines, draw("y + last", "last * x, y", "y, last", "y * last, kept"), draw.same(3, dtypes=draw(FLOATS, FLOATS, INTS), shapes=((3,), (4,), (3,))))


RETURNED = ("(p > {b}).any() or (p < -1).any()", "not (p > {b}).all()", "(p > {b}).all() and not p.isnan().any()", "p.sum() > {b} or p.max() > 2", "(p > {b}).any() and p.dim() > 1", "(p > {b}).any() or flag", "p.sum() or (p > {b}).all()",
            "bool(p.float().mean() > {b})", "(p.float().mean() > {b}).item()", "p.sum().item() > {b}", "float(p.max()) > {b} and p.min().item() < 2", "not bool((p > 0).any())", "bool((p != p).any() or (p > 3).any())", "p.float().mean().item()", "int(p.sum()) == 0", "bool(p.sum())", "bool((p > 0).any()) and flag",
            "bool((p > {b}).all())", "abs(p.sum().item()) < {b}", "bool(p.max() > {b}) or bool(p.min() < 0)", "0 < p.sum().item() < 5", "bool(p.argmax())", "p.reshape(-1)[0].item() != 0")


def answered_and_changed(draw):
    """A helper that gives back a tensor that the caller then changes in place."""
    held = draw("DONE", "DONES[0]", "DONES[k]", "DONE.data", "DONE.view(())", "~DONE", "DONE & DONES[1]")
    answer = draw("bool({h})", "bool({h})", "{h}.item()", "bool({h}.item())", "not {h}")
    helper = ["DONE = torch.ones((), dtype=torch.bool)", "DONES = torch.tensor([True, False])", "",
              "def done(k=0):", f"    return {answer.format(h=held)}", ""]
    change = draw("DONE.fill_(False)", "DONE.logical_not_()", "DONES.fill_(True)", "DONES[0] = False", "DONES.copy_(~DONES)", "DONE.copy_(DONES[1])")
    more = draw("y.mul_(2)", "y.add_(1)", "DONES[1] = True", "y = y + 1", "y[0] = 2")
    lines = ["y = x * 1"] + draw.of((f"if done():\n    {change}\n    {more}", f"if not done():\n    {change}\n    {more}", f"ok = done()\n{change}\nif ok:\n    {more}",
                                     f"ok = done()\nif ok:\n    {change}\ny = y * 2 if ok else y", f"if x.sum() > 0:\n    if done():\n        {change}\n        {more}",
                                     f"if done():\n    {change}\nelse:\n    {more}", f"for k in range(2):\n    if done(k):\n        {change}\n        {more}")).split("\n")
    calls = ["args = (torch.arange(1.0, 4.0),)", "args = (-torch.arange(1.0, 4.0),)", "DONE.fill_(True)\nargs = (torch.ones(3),)", "args = (torch.ones(3),)"]
    return Piece(["x: torch.Tensor"], lines, draw("y, DONE.clone()", "y, DONES.clone()", "y"), calls, module=helper)


def return_test(draw):
    """A helper that says whether a tensor passes a test."""
    inside = draw.of(([], [], [], ["p = p * 2"], ["if p.dim() > 1:", "    return False"], ["print('asked')"], ["p.add_(1)"], ["if p.numel() == 0:", "    raise ValueError('nothing')"]))
    helper = ["def sure(p, flag=True):", *indented([*inside, f"return {draw.of(RETURNED).format(b=draw('0', '0.5', '1'))}"]), ""]
    if draw.maybe(0.15):  # what is asked is changed where it is answered
        return answered_and_changed(draw)
    call = draw("sure(x)", "sure(x)", "sure(y)", "sure(x, flag=False)", "sure(p=x)", "sure(x * 2)")
    side = draw("y = y * 2", "y = x - 1", "y = -y\n    x = x + 1", "return y * 0.5", "y = y.clone()", "raise ValueError('sure')", "y.mul_(2)", "y = y + 1\n    n = 2")
    lines = ["n = 1", *prepared(draw), *changes(draw, "y", 0.1)]
    lines += draw.of((f"if {call}:\n    {side}", f"if {call}:\n    {side}", f"if not {call}:\n    {side}", f"y = y * 2 if {call} else y", f"y = y - 1 if not {call} else y * n", f"if {call} and x.dim() > 0:\n    {side}", f"if {call} and sure(y):\n    {side}", f"ok = {call}\nif ok:\n    {side}", f"ok = {call}\ny = y + 1\nif not ok:\n    {side}\nx = x * 2 if ok else x", f"assert {call}", f"assert {call}, 'sure'", f"assert not {call}", f"if x.dim() > 1:\n    {side}\nelif {call}:\n    {side}", f"y = y + {call}",
                      f"if {call}:\n    {side}\nelse:\n    y = y + 3", f"if {call}:\n    y = y * 2\nif sure(y):\n    {side}", f"if {call}:\n    {side}\nelif sure(y):\n    y = y - 2", f"for k in range(2):\n    if {call}:\n        y = y * 2", f"y = [y] if {call} else [x]", f"if {call} is True:\n    {side}")).split("\n")
    return Piece(["x: torch.Tensor"], lines, draw("y", "y", "y, x", "y, n"), draw.same(4, dtypes=draw(FLOATS, FLOATS, INTS), shapes=((3,), (2, 3), (1,), ())), module=helper)


KINDS = {
    "return_test": (return_test, "give back the tensor and test it"),
    "merge_mixed": (merge_mixed, "run both sides and select with torch.where|compute both values and select with torch.where"),
    "compute_and_test": (compute_and_test, "compute with the 0-d tensors"),
    "keep_and_test": (keep_and_test, "compute with the 0-d tensors"),
}
