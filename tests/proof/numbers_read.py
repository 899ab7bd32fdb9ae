"""Programs that read numbers from tensors: kept, stored, used as an index, a size, a bound or a shift."""

from shell import ALL, FLOATS, INTS, Piece, changes, indented, prepared

FIRST = ("x.sum()", "x.max()", "x.mean()", "x.abs().max()", "x[0]", "x.norm()", "(x > 0).sum()", "y.sum()", "y.min()", "x.sum().long()", "x.std()", "scale", "x.argmax()", "(x > 0).any()", "(x > 1).all()")


def use_literal(draw):
    literal = draw("[1, 0]", "[[1, 2], [3, -4]]", "[]", "5", "[0]", "[-1, 2, 3]", "[[1], [2]]", "(1, 2)", "[1,\n        2]", "[9223372036854775807]", "[300, 2]", "[True, False]", "[1.5, 2.0]", "-3")
    made = draw("torch.tensor", "torch.tensor", "torch.as_tensor")
    option = draw("", "", "", ", dtype=torch.uint8", ", dtype=torch.float32", ", dtype=torch.int8")
    kind = draw.int(0, 3)
    if kind == 0:
        lines = [f"sizes = {made}({literal}{option}).tolist()", "y = x * 2"]
        back = draw("sizes", "y, sizes", "sizes, type(sizes) is list", "[s for s in sizes] if isinstance(sizes, (list, tuple)) else sizes")
    elif kind == 1:
        lines = [f"n = {made}({draw('5', '-3', '[5]', '0', '(7)')}{option}).item()"]
        back = draw("x * n", "n", "x + n, n", "n, type(n) is int")
    elif kind == 2:
        lines = [f"parts = torch.tensor_split(x, {made}({draw('[1]', '[1, 2]', '2', '[0, 5]', '[-1]', '[]')}))"]
        back = draw("parts", "[p.sum() for p in parts]", "len(parts), parts[0] * 2")
    else:
        lines = [f"for n in {made}({draw('[1, 2]', '[0]', '[[1, 2], [3, 4]]')}{option}).tolist():", "    x = x * (n if isinstance(n, int) else len(n))"]
        back = "x"
    return Piece(["x: torch.Tensor"], lines, back, draw.same(2, shapes=((3,), (4,), (2, 3), (6,))))


def keep_scalar(draw):
    read = draw.of(FIRST)
    lines = ["scale = torch.tensor(2.5, dtype=torch.float64)"] if "scale" in read else []
    lines += prepared(draw) if "y" in read or draw.maybe(0.3) else ["y = x * 2"]
    lines += changes(draw, "y", 0.2)
    other = draw("x", "y", "x[:1]", "x.double()", "x.half()", "x.long()", "1", "x.float()")
    combine = draw("y = {o} * n", "y = {o} + n", "y = n - {o}", "y = {o} / n", "y = n / {o}", "y = {o} * max(n, 1)", "y = {o} * (n + 1)", "y = {o} - (n - 2.0)",
                   "y = x[n]", "y = {o} ** n", "y = {o} * n * n", "y = {o} % n", "y = torch.add({o}, n)", "y = {o} * min(n, 0.5)").format(o=other)
    if draw.maybe(0.7):
        kept = draw("{r}", "{r}", "max({r}, 1.0)", "max({r}, 1)", "min(2, {r})", "max(min({r}, 3.5), 1.0)").format(r=draw(f"{read}.item()", f"{read}.item()", f"bool({read})"))
        lines += [f"n = {kept}"] + changes(draw, "x", 0.15) + [combine]
    else:
        lines += [combine.replace("n ", f"{read}.item() ").replace(" n", f" {read}.item()")]
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x", "y.sum()"), draw.same(3, dtypes=draw(FLOATS, ALL)))


def assert_tensor(draw):
    test = draw("{v}.item() <= {n}", "{v}.item() > {n}", "{v}.item() == {n}", "torch.allclose(x, y)", "torch.allclose(x, y, rtol=0.1)", "torch.allclose(x, y, atol=1.0, equal_nan=True)",
                "0 < {v}.item() < 3", "not {v}.item() > {n}", "{n} < {v}.item()").format(v=draw.of(FIRST[:9]), n=draw("0", "1", "0.1", "-2.5", "3"))
    message = draw("", "", ', "bad"', ', f"bad {x.shape}"', ", 'it is'", ', ("in brackets")')
    lines = prepared(draw) + changes(draw, "y", 0.2) + [f"assert {test}{message}"] + draw.of(([], changes(draw, "y", 1.0)))
    return Piece(["x: torch.Tensor"], lines, draw("y", "x", "y, x"), draw.same(4, dtypes=draw(FLOATS, ALL)))


def read_array_as_tensor(draw):
    """A number of an array of NumPy."""
    array = draw("np.mean(a)", "a.max()", "np.sort(a.ravel())[0]", "a.sum()", "np.argmax(a)", "a.ravel()[-1]", "np.abs(a).min()", "a.std()", "(a > 0).sum()", "np.float64(2.5)", "a", "np.prod(a.shape)", "a.mean(0)")
    read = draw("float({v})", "float({v})", "int({v})", "{v}.item()", "bool({v})").format(v=array)
    use = draw(["y = y * n"], ["y = y + n"], ["y = y.reshape(-1)[n]"], ["if n > 1:", "    y = y * 2"], ["y = y / (n + 2)"], ["y = y.clamp(max=n)"], ["print(f'{n}')"], ["y = y - max(n, 0.5)"], ["z = n", "y = y * z"])
    lines = ["y = x * 2", *changes(draw, "y", 0.1), "a = y.detach().numpy()", f"n = {read}", *changes(draw, "y", 0.15), *use]
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x", "y.sum()"), draw.same(3, dtypes=draw(FLOATS, FLOATS, INTS), shapes=((), (3,), (2, 3))), imports=("import numpy as np",))


def range_for_arange(draw):
    args = draw("n", "n", "1, n", "0, n, 2", "3", "n, 0, -1", "0", "len(x.shape)", "n * 2", "-1")
    use = draw("x = x + int(i)", "total = total + int(i)", "y = x[int(i) % 1 : ]", "x = x * int(i)", "total = int(i)\nx = x + total", "x = x + int(i)\nkept.append(int(i))")
    lines = ["kept = []", "total = 0", "n = x.shape[0]" if draw.maybe(0.6) else "n = 3", f"for i in np.arange({args}):", *indented(use.split("\n"))]
    lines += draw.of(([], [], ["else:", "    total = total + 1"], ["total = total + int(i)"], ["i = 3"]))
    if draw.maybe(0.4):
        args = draw(args, args, "1, len(x.shape)", "n, 1", "0, n, 1.0", "2.0", "end=n", "n, dtype=torch.int32", "True", "x.shape[-1], 0, -1")
        made = draw(f"torch.arange({args}).tolist()", f"torch.arange({args}).tolist()", f"np.arange({args.replace('torch', 'np').replace('end=', 'stop=')}).tolist()")
        lines = ["total = 0", "n = x.shape[0]" if draw.maybe(0.6) else "n = 3", f"kept = {made}", draw("x = x * sum(kept)", "x = x * len(kept)", "kept.append(1)", "for i in kept:\n    x = x + i", "total = [i * 2 for i in kept]")]
        lines = "\n".join(lines).split("\n")
    return Piece(["x: torch.Tensor"], lines, draw("x", "x, total", "x, total, kept"), draw.same(2, shapes=((3,), (2, 3), (1,))), imports=("import numpy as np",))


NUMBERS = ("n", "x.shape[0]", "x.shape[0] + m", "len(x.shape)", "x.size(-1)", "m", "n / 2", "x.dim() * 2", "self_scale", "x.shape[0] - 1", "n * 0", "-m")
COMPUTED = ("np.ceil(np.log({a})).astype('int').item()", "int(np.sqrt({a}))", "int(np.ceil(np.log2({a} + 1)))", "float(np.power({a}, 2))", "int(np.prod([{a}, {b}]))", "float(np.mean([{a}, {b}, 3]))", "int(np.maximum({a}, {b}))", "bool(np.isfinite({a}))", "int(np.round({a} / 3))",
            "2 ** float(torch.tensor({a} / 7).log2().round())", "torch.tensor([{a}, {b}]).max().item()", "float(torch.tensor({a}).float().sqrt())", "int(torch.tensor({a}) // 2)", "torch.log2(torch.tensor({a}, dtype=torch.float32)).item()", "int(torch.ones({a}).sum())", "float(np.float32({a}))",
            "int(\n        np.sqrt(  # rounded down\n            {a}\n        )\n    )", "float(np.array([{a}, {b}]).std())", "int(np.random.randint(0, 5)) + int(np.sqrt({a}))", "int(np.floor({a} / ({b} or 1)))", "int(np.floor(np.sqrt({a}))) + int(np.sqrt({b}))", "float(torch.tensor({a}, device=x.device) * 2)",
            "int(torch.zeros_like(x).sum()) + int(np.sqrt({a}))", "(int(np.sqrt({a})) if {b} else 0)", "[int(np.sqrt(k)) for k in range(3)][{a} % 3]", "next_fast_len({a} + 7)", "next_fast_len(target={a} + 7)", "next_fast_len({a}, real=True)", "min(next_fast_len({a} + 1), 5)",
            "bisect.bisect_left(self.edges, {a})", "bisect.bisect_right(self.pair, {a})", "len(json.dumps(self.options))", "bisect.bisect(self.mixed, {a})", "heapq.nlargest(2, self.edges)[{b} % 2]", "len(heapq.nsmallest(1, self.held))", "bisect.bisect(self.edges[1:], {a})",
            "heapq.nlargest(2, range(len(self.edges)), key=lambda i: self.edges[i])[{b} % 2]", "heapq.nsmallest(1, self.edges, key=lambda e: -e + {a})[0]", "heapq.nlargest(1, [e * {a} for e in self.edges])[0]", "float(np.polyval(self.pair, {a}))", "float(np.interp({a}, self.pair, [0.5, 2.5]))", "int(np.nansum(self.edges[1:]))", "bisect.bisect(self.edges, max(self.edges) if {a} > 1 else self.edges[0])", "heapq.nsmallest(1, [m + {a} for m in self.pair if m > 2])[0]", "bisect.bisect(self.edges, sum(e for e in self.pair))",
            "len(json.dumps(self.options))", "len(json.dumps(self.deep))", "len(json.dumps(self.rows))", "len(json.dumps(self.listed))", "float(np.interp({a}, KNOTS, RATES))", "bisect.bisect(KNOTS, {a})", "len(json.dumps(RATES))")
# What a caller does to the object or the module between calls of compiled code.
BETWEEN = ("model.options[str(x.dim())] = x.dim()", "model.options.pop('level', None)", "model.edges.append(x.dim())", "model.pair = (2, 4 + x.dim())", "model.mixed[1] = float(x.dim())", "model.deep[1].append(3)", "model.rows[0] = (7, x.dim() + 10)", "model.listed[0].append(12)", "KNOTS.append(20)", "RATES[0] = x.dim() * 0.5", "pass", "pass")


def compute_while_tracing(draw):
    a, b = draw.of(NUMBERS), draw.of(NUMBERS)
    value = draw.of(COMPUTED).format(a=a, b=b)
    lines = ["m = 2", "self_scale = 1.5"] + draw.of(([], [], ["m = m + 1"], ["np_ = np"], ["for m in range(2):", "    x = x + m"]))
    made = f"k = {value}".split("\n")
    if value.startswith(("float(np.", "int(np.n")) and draw.maybe(0.6):  # read from a variable
        read, inner = value.split("(", 1)
        made = [f"tau = {inner[:-1]}", f"k = {read}(tau)"]
    lines += made + draw.of((["y = x * k"], ["y = x + k", "y = y * isinstance(k, float)"], ["y = x[: abs(int(k))]"], ["y = x + 1 if k > 2 else x"], [f"j = {value}".replace("\n", " ").replace("# rounded down", ""), "y = x * k - j"]))
    calls = [source + f"\nargs = (*args, {number})" for source, number in zip(draw.same(3, dtypes=FLOATS, shapes=((3,), (4, 3), (7,), (1, 2))), (draw("5", "2", "9"), "3", draw("0", "-1", "4.5", "True")))]
    imports = ("import numpy as np", draw("from scipy.fft import next_fast_len", "from scipy.fftpack import next_fast_len"))
    if "real=" in value:
        imports = (imports[0], "from scipy.fft import next_fast_len")
    init = ()
    main = ()
    module = ("KNOTS = [0, 3, 8]", "RATES = [0.5, 1.5, 2.5]", "")
    if "KNOTS" in value or "RATES" in value:
        imports = (*imports, "import bisect", "import json")
    if "self." in value or "KNOTS" in value or "RATES" in value:
        main = ("", "def main(x, n):", "    " + draw.of([line for line in BETWEEN if "model" not in line or "self." in value]), "    return fast(x, n)")
    if "self." in value:
        imports = (*imports, "import bisect", "import heapq", "import json")
        init = ("self.edges = [1, 3, 5]", "self.pair = (2, 4)", "self.options = {'kind': 'hard', 'level': 2}", "self.mixed = [1, 2.5]", "self.held = [4, 'b'][:1]", "self.deep = (1, [2])", "self.rows = [(1, 2), (3, 4)]", "self.listed = [[1], [2, 3]]")
        lines = draw.of(([], [], ["self.edges[0] += 1"], ["self.edges.append(9)"], ["self.options['n'] = x.dim()"], ["self.edges = self.edges[1:]"])) + lines
    return Piece(["x: torch.Tensor", draw("n: int", "n: int", "n: float", "n")], lines, draw("y", "y, k", "y, type(k)"), calls, imports=imports, init=init, module=module, main=main)


def index_by_tensor(draw):
    index = draw("x.argmax()", "i", "x.sum().long() % 2", "torch.argmin(x.reshape(-1)) % 2", "(x > 0).sum() % 2", "i", "ids[0]", "i.to(torch.int32)", "-(x > 0).sum() % 2")
    place = draw("y[{i}]", "y[{i}]", "y[{i}]", "y[{i}, 0]", "y[:, {i}]", "y[0, {i}]", "y[{i}, :1]", "y[..., {i}]", "y[{i}][0]", "y[None, {i}]", "y[:1, {i}]", "y[1:, 0, {i}]", "y[{i}, {i}]", "y[i, {i}]", "y[{i}, 0, i]", "y[i, :1, {i}]").format(i=index)
    lines = ["ids = x.reshape(-1).argsort() % 2", "i = ids[0]"] + prepared(draw) + changes(draw, "y", 0.15)
    kind = draw.int(0, 9)
    if kind < 4:
        lines += [f"z = {place}"] + changes(draw, draw("z", "y"), 0.3)
    elif kind < 8:
        stored = draw("x.mean()", "1.5", "y[0]", "x[0]", "x.sum()", "True", "x.max().double()", "7", "y[:1]", "x.reshape(-1)[:1]", "torch.tensor(3)", "x[..., 0]", "y.sum(0)", "x.detach().mean()", "float(2)")
        lines += draw.of(([], ["y = torch.zeros(3, dtype=torch.long)"], ["y = torch.zeros(3, 3, dtype=torch.half)"], ["y = x.new_zeros(3)"], ["y = torch.zeros(2, 3)"], ["y = torch.zeros(1).expand(3)"]))
        lines += [f"{place} = {stored}", "z = y * 2"]
    else:
        lines += [draw(f"{place} += 1", f"{place} {draw('+=', '-=', '*=', '/=', '//=', '**=')} {draw('1', '2', '0.5', '0', 'x.mean()', 'True', 'x[0]', 'x.sum(0)', 'y[0]', 'x')}", f"{place}.zero_()", f"{place}[:1] = 2", f"z0, y[{index}] = 1, 2"), "z = y.sum()"]
    return Piece(["x: torch.Tensor"], lines, draw("z, y", "z", "y", "z, y, x"), draw.same(3, dtypes=draw(FLOATS, ALL), shapes=((3,), (2, 3), (3, 2), (2, 2, 2))))


def select_from_list(draw):
    """A list of tensors, or of modules, that is indexed by what only data tells."""
    index = draw("x.argmax()", "i", "(x > 0).sum() % 2", "i.to(torch.int32)", "-(x > 0).sum() % 2", "-i", "x.sum() > 0", "i + 1", "ids[:1]", "x.argmax() % 2")
    key = draw("{i}", "{i}", "int({i})", "({i}).item()").format(i=index)
    several = draw("[x, y]", "(y, x)", "[x, x * 2, y]", "self.kept", "kept", "[x, y[0]]", "[x, y.double()]", "[x + 1, torch.sqrt(y)]", "list((x, y))", "[t * 2 for t in (x, y)]")
    modules = draw("self.parts[{k}]({a})", "self.parts[{k}](x)", "self.parts[{k}](x * 2)", "self.odd[{k}](x)", "self.own[{k}](x)", "self.own[{k}](x, twice=True)")
    chosen = f"{several}[{key}]" if draw.maybe(0.6) else modules.format(k=key, a=draw("x", "y"))
    lines = ["ids = x.reshape(-1).argsort() % 2", "i = ids[0]", *prepared(draw), "kept = [x, y]"]
    lines += draw.of(([f"z = {chosen}"], [f"z = {chosen} * 2"], [f"z = y + {chosen}"], [f"z = {chosen}", "z.add_(1)"], [f"z = y * 1", f"z += {chosen}"], [f"z = torch.relu({chosen})"]))
    lines += changes(draw, draw("x", "y", "z"), 0.2)
    module = ("class Own(torch.nn.Module):", "    def __init__(self, by):", "        super().__init__()", "        self.by = torch.nn.Parameter(torch.tensor(by))", "    def forward(self, t, twice=False):", *draw.of((["        return t * self.by"], ["        return torch.relu(t) + self.by if twice else t * self.by"], ["        self.last = t", "        return t * self.by"], ["        print('own')", "        return t"], ["        return t / self.by"])), "")
    init = ["self.parts = torch.nn.ModuleList([torch.nn.Tanh(), torch.nn.Softplus(), torch.nn.Sigmoid()])", f"self.odd = torch.nn.ModuleList([torch.nn.Tanh(), {draw('torch.nn.Dropout(0.5)', 'torch.nn.ReLU(inplace=True)', 'torch.nn.Flatten()', 'torch.nn.GELU()')}])", "self.own = torch.nn.ModuleList([Own(0.5), Own(2.0)])", "self.kept = [torch.ones(3), torch.zeros(3)]"]
    return Piece(["x: torch.Tensor"], lines, draw("z", "z, y", "z, x", "z.sum()"), draw.same(3, dtypes=draw(FLOATS, FLOATS, ALL), shapes=((3,), (3,), (2, 3))), init=init, module=module)


def draw_when_run(draw):
    """Random numbers of Python and NumPy that are tested or computed with."""
    number = draw("random.random()", "random.random()", "np.random.rand()", "random.uniform(0, 1)", "random.gauss(0.5, 0.2)", "np.random.uniform()", "np.random.beta(0.4, 0.4)", "random.betavariate(2, 3)", "np.random.normal(0.5, 0.1)")
    whole = draw("random.randint(0, 3)", "np.random.randint(4)", "np.random.randint(0, 4)", "random.randrange(4)", "random.randrange(0, 4, 2)", "random.randint(-1, 2)")
    side = draw.of((["y = y + 1"], ["y = x * 2"], ["y = torch.relu(y)"], ["y = y * u", "y = -y"], ["y = y + torch.rand(())"], ["y.add_(1)"], ["y = y.flip(-1)", "z = y * 2"], ["return y * 3"], ["y = y / 0.3"], ["print('drawn')"]))
    other = draw.of(([], [], ["else:", "    y = y - 1"], ["else:", "    y = y * 0.5", "    z = x"]))
    kind = draw.int(0, 5)
    if kind == 0:
        test = draw("{n} < 0.5", "{n} < self.p", "0.3 < {n}", "self.training and {n} < 0.5", "{n} >= 0.4 and x.dim() > 0", "not {n} < 0.5", "{n} < 0.5 or {n} < 0.1", "{n} > x.sum()").format(n=number)
        lines = ["u = 0.5", f"if {test}:", *indented(side), *other]
    elif kind == 1:
        lines = [f"u = {number}", f"if u {draw('<', '>', '<=', '!=')} {draw('0.5', 'self.p', '0', '1')}:", *indented(side), *other]
    elif kind == 2:
        lines = [f"u = {whole}", f"if {draw('u == 2', 'u > 0', 'u % 2 == 0', 'u', 'u in (0, 3)', '1 <= u < 3')}:", *indented(side), *other]
    elif kind == 3:
        lines = [f"u = {draw(number, number, whole)}", draw("y = u * x", "y = x + u", "y = u * x + (1 - u) * y", "y = x / (u + 2)", "y = x - u * 2", "y = torch.where(x > u, x, y)", "y = x ** u", "y = x * min(u, 0.5)", "y = x[u]", "y = x * u / 3")]
    elif kind == 4:
        lines = ["u = 1.0", "for _ in range(3):", f"    if {number} < 0.5:", *indented(indented(draw.of((["continue"], ["y = y + 1"], ["y = y * 2", "continue"], ["break"])))), "    y = y * 1.5"]
    else:
        lines = [f"y = {draw('x + 1', 'x.neg()', 'x * y')} if {number} < 0.5 else {draw('x', 'y', 'x * 2')}"]
    lines = ["z = x", *prepared(draw), *lines, *changes(draw, draw("x", "y"), 0.15), *draw.of(([], [], [f"y = y * {number}"]))]
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x", "y, z", "y.sum()"), draw.same(4, dtypes=draw(FLOATS, FLOATS, ALL)), init=[f"self.p = {draw('0.5', '1', '0.0', '0.9')}"], imports=("import random", "import numpy as np"))


def store_tensor(draw):
    read = draw.of(FIRST[:9])
    how = draw("{v}.item()", "float({v})").format(v=read)
    place = draw("self.loss = {r}", 'self.stats["loss"] = {r}', "self.kept.append({r})", "kept = []\nkept.append({r})", "self.kept[0] = {r}", "stats['a'] = {r}")
    lines = prepared(draw) + place.format(r=how).split("\n") + draw.of(([], [], changes(draw, "y", 1.0), ["x.mul_(2)"], ["y = y * len(self.kept)"], ["y = y * self.loss"]))
    params = ["x: torch.Tensor"]
    calls = draw.same(3, dtypes=draw(FLOATS, ALL))
    if "stats['a']" in place:
        params.append("stats: dict")
        calls = [c + "\nargs = (*args, {})" for c in calls]
    return Piece(params, lines, draw("y", "y, x"), calls, init=["self.loss = 0.0", "self.stats = {}", "self.kept = [0.0]"])


def unbind_list(draw):
    made = draw("torch.linspace(0, 0.1, 3)", "x.flatten()[:3]", "torch.rand(3)", "torch.linspace(0, 1, 3, dtype=torch.float64)", "x.sum(-1)", "self.rates", "torch.arange(3) * 0.3", "torch.linspace(0, 1, steps=3, requires_grad=True)")
    kind = draw.int(0, 4)
    use = draw("x = x * {r}", "x = x + {r}", "x = x / ({r} + 1)", "x = x - -{r}", "x = {r} * x.double()", "x = x * ({r} * 2 + 0.1)", "x = x.half() + {r}", "total = total + {r}")
    if kind == 0:
        lines = [f"rates = {made}.tolist()", "for rate in rates:", "    " + use.format(r="rate")]
    elif kind == 1:
        lines = [f"for i, rate in enumerate({made}.tolist()):", "    " + use.format(r="rate")]
    elif kind == 2:
        lines = [f"rates = {made}.tolist()", use.format(r="rates[0]"), use.format(r=draw("rates[1]", "rates[-1]", "rates[0]")), "n = len(rates)"]
    elif kind == 3:
        lines = [f"rates = {made}.tolist()", "for layer, rate in zip(range(3), rates):", "    " + use.format(r="rate")]
    else:
        lines = [f"rates = {made}.tolist()", use.format(r="rates[0]"), draw("rates.append(1.0)", "other = rates", "x = x * sum(rates)")]
    return Piece(["x: torch.Tensor"], ["total = 0.0", *lines], draw("x", "x, total"), draw.same(2, dtypes=FLOATS, shapes=((3,), (2, 3), (4,))), init=['self.register_buffer("rates", torch.tensor([0.1, 0.2]))'])


def roll_by_index(draw):
    offset = draw("(x > 0).sum()", "x.sum().long()", "x.argmax()", "-(x > 0).sum()", "n", "torch.randint(-4, 4, ())", "x.argmax().to(torch.int32)", "(x > 0).sum().to(torch.uint8)", "(x > 0).any()")
    read = draw("int({o})", "{o}.item()", "int({o}.item())").format(o=offset)
    rolled = draw("x", "y", "x", "y")
    call = draw(f"torch.roll({rolled}, {read}, {{d}})", f"{rolled}.roll({read}, {{d}})", f"torch.roll({rolled}, {read}, dims={{d}})", f"torch.roll({rolled}, shifts={read}, dims={{d}})", f"torch.roll({rolled}, {read})").format(d=draw("0", "-1", "1", "0", "(0,)", "dim"))
    lines = ["n = x.argmin()", "dim = 0", *prepared(draw), f"z = {call}", *changes(draw, draw("z", "y"), 0.3)]
    return Piece(["x: torch.Tensor"], lines, draw("z", "z, y", "z.sum()"), draw.same(3, dtypes=draw(FLOATS, ALL), shapes=((3,), (2, 3), (3, 2), (4,), (0,), (0, 3), (2, 0), (1,), ())))


def sort_stacked(draw):
    items = draw("[x.sum(), x.mean(), x.max()]", "[part.sum() for part in x]", "losses", "[x.sum(), x.sum()]", "[x.sum(), x.argmax()]", "(x.min(), x.max())", "[part.mean() for part in (x, x * 2, x - 1)]", "list(x)", "list(x)", "list(x[:1])", "list(x > 0)", "[part for part in x]", "[part[:1] for part in x]")
    if draw.maybe(0.4):
        items = "grown"
    reverse = draw("", "", ", reverse=True", ", reverse=False", ", reverse=flag")
    grown = draw.of((["grown = []", "for part in x:", "    grown.append(part.sum())"], ["grown = [x.sum()]", "grown.append(x.max())"], ["grown = []", "for part in (x, x * 2):", "    grown.append(part.mean())", "grown[0] = x"], ["grown = []", "grown.append(x.sum())", "other = grown", "other.append(x)"], ["grown = [x.mean()]", "grown.append(x.sum())", "total = sum(grown)"], ["grown = []", "grown.append(x.sum())", "grown.append(1)"]))
    lines = ["losses = [x.sum(), (x * x).sum()]", "flag = x.dim() > 1", *grown, draw(f"best = sorted({items}{reverse})", f"best = sorted({items}{reverse})", f"best = {items}\nbest.sort({reverse.lstrip(', ')})")] + draw.of(([], ["best[0].add_(1)"], ["best.append(x.sum())"], ["y = best[0] is losses[0]"], ["best = best[:2]"], ["best = best[-1:] + best[:1]"], ["best[:1] = [x.sum()]"]))
    lines = "\n".join(lines).split("\n")
    return Piece(["x: torch.Tensor"], lines, draw("best", "best[0]", "best[0] * x, len(best)", "torch.stack(best)"), draw.same(3, dtypes=draw(FLOATS, FLOATS, ALL), shapes=((3,), (2, 3), (0,), (2, 2))))


KEYS = ("row.sum()", "row.sum().item()", "row.mean().item()", "row.abs().max()", "row[0].item()", "row[0]", "float(row.sum())", "-row.sum()", "row.argmax().item()", "row.sum().item() * 2", "(row > 0).any()", "row.norm()", "torch.zeros(()).item()", "row.std().item()", "row.view(-1)[:1].item()", "1", "row")
PLACES = ("x[i].sum()", "scores[i]", "scores[i].item()", "-scores[i]", "x[i].mean().item()", "scores[i] + i", "x[-i - 1].sum()")


def sort_by_tensors(draw):
    reverse = draw("", "", ", reverse=True", ", reverse=False", ", reverse=x.dim() > 1")
    if draw.maybe(0.4):  # places
        made = f"order = sorted(range({draw('len(x)', 'x.shape[0]', '2', '1', '0, len(x)', 'len(x) - 1')}), key=lambda i: {draw.of(PLACES)}{reverse})"
        used = draw.of((["y = torch.stack([x[i] for i in order[:2]])"], ["y = x[order[0]]"], ["y = x[order[-1]] * scores[order[0]]"], ["y = torch.zeros_like(x[0])", "for i in order:", "    y = y * 2 + x[i]"], ["y = x * order[0]"], ["y = x[order]"], ["y = torch.stack([x[i] * k for k, i in enumerate(order)])"], ["y = [x[i] for i in order if i > 0]"], ["y = x[torch.tensor(order)]"], ["y = torch.stack([scores[i] for i in order])", "n = len(order)"], ["kept = order[1:]", "y = torch.stack([x[j] for j in kept]).sum(0)"]))
        lines = ["scores = x.reshape(len(x), -1).sum(1)", made, *used, *changes(draw, "y", 0.15)]
        return Piece(["x: torch.Tensor"], lines, draw("y", "y", "y, x"), draw.same(3, dtypes=draw(FLOATS, ALL), shapes=((3,), (2, 3), (4, 2), (1, 2))))
    rows = draw.of((["rows = [part * 2 for part in x]"], ["rows = [part for part in x]"], ["rows = [x, x * 2, x - 1]"], ["rows = []", "for part in x:", "    rows.append(part + 1)"], ["rows = list(x)"], ["rows = x.chunk(2)"], ["rows = self.rows"], ["rows = [x[:1], x, x * 2]"], ["rows = (x, -x)"], ["rows = [x, x.argsort()]"]))
    between = draw.of(([], [], [], [], ["kept = rows"], ["rows[0].add_(1)"], ["x.mul_(2)"], ["rows = rows[:2]"]))
    key = f"key=lambda row: {draw.of(KEYS)}{reverse}"
    used = draw("torch.stack({r})", "torch.stack({r}[:2])", "torch.stack({r}[1:])", "torch.stack({r}).sum(0)", "torch.stack({r}), {r}[0]", "torch.cat({r})", "{r}[0]", "torch.stack({r}[::-1]), len({r})")
    if draw.maybe(0.35):
        lines = [*rows, *between, f"rows.sort({key})", f"y = {used.format(r='rows')}"]
    else:
        lines = [*rows, *between, f"best = sorted(rows, {key})", *draw.of(([], [], [], ["best[0].add_(1)"], ["rows[0].add_(1)"], ["best.append(x)"])), f"y = {used.format(r='best')}"]
    return Piece(["x: torch.Tensor"], lines, draw("y", "y", "y, x", "y, rows"), draw.same(3, dtypes=draw(FLOATS, ALL), shapes=((3,), (2, 3), (4, 2), (0, 2), (1, 2))), init=["self.rows = [torch.ones(2), torch.zeros(2)]"])


def list_by_tensors(draw):
    """A tensor that is made of what Python computes of a list of numbers."""
    made = draw("x.tolist()", "x.flatten().tolist()", "x.abs().tolist()", "x.float().mean(-1).tolist()", "x.detach().tolist()", "x.argsort(-1).tolist()", "x.sum().tolist()", "(x > 0).tolist()")
    value = draw("1.0 / max(n, 0.1)", "max(n, 0.1)", "n * 2", "n + 0.5", "1.0 / (n + 1.5)", "n / 2", "-n", "abs(n)", "n ** 2", "min(n, 2.0)", "max(0.5, n)", "n", "math.sqrt(abs(n) + 1)", "math.exp(-n)", "n * 1.5 - n / 3", "max(n, 1)", "n if n > 0 else 0.0", "max(n, 0)", "1.0", "round(n)", "n - 1", "min(max(n, -1.0), 1.0)", "n // 2", "n * w")
    kind = draw("", "", "", ", dtype=torch.float64", ", dtype=x.dtype", ", dtype=torch.float16", ", dtype=torch.int64", ", device=x.device", ", requires_grad=True")
    build = draw("torch.tensor", "torch.tensor", "torch.as_tensor", "torch.FloatTensor")
    head = [f"numbers = {made}", draw("", "", "", "w = 0.5", "x.add_(1)", "numbers.append(1.0)", "numbers[0] = 2.0", "rest = numbers")]
    comp = draw(f"[{value} for n in numbers]", f"[{value} for n in numbers]", f"[{value} for n in numbers if n]", f"[{value} for i, n in enumerate(numbers)]", f"[{value} for n, m in zip(numbers, numbers)]", f"({value} for n in numbers)")
    lines = ["w = 2", *[line for line in head if line], *draw.of(([f"weights = {comp}", f"y = {build}(weights{kind})"], [f"y = {build}({comp}{kind})"], [f"weights = {comp}", f"y = {build}(weights{kind}) * len(weights)"], [f"weights = {comp}", f"y = {build}(weights{kind}) + sum(weights)"], [f"y = x.double().flatten() * {build}({comp}{kind})"])), *changes(draw, "y", 0.15)]
    return Piece(["x: torch.Tensor"], lines, draw("y", "y", "y, x", "y.dtype, y"), draw.same(3, dtypes=draw(FLOATS, ALL), shapes=((3,), (4,), (1,), (0,), (2, 3), ())), imports=("import math",))


def reuse_source_list(draw):
    sizes = draw("[(2, 3), (1, 2)]", "[(3, 3)]", "[(1, 1), (2, 2)]")
    made = draw("torch.as_tensor(size_list)", "torch.tensor(size_list)", "torch.as_tensor(size_list, dtype=torch.long)", "torch.tensor(size_list, device=x.device)", "torch.tensor(size_list, dtype=torch.int32)")
    use = draw("rows.append(torch.linspace(0, 1, height) * width)", "rows.append(torch.zeros(height, width))", "total = total + height * width\nrows.append(torch.full((height,), 1.0) + total)", "rows.append(x[:height] / width)",
               "rows.append(torch.arange(height) + width)", "area = height * width\nrows.append(torch.ones(height) * area)", "rows.append(torch.linspace(0, 1, height) / height)")
    init = ["self.scale = 2"]
    between = draw("", "", "", "size_list.append((1, 1))", "other = size_list", "sizes.add_(1)", "sizes = sizes + 1", "alias = sizes\nalias.add_(1)", "bump(sizes)", "sizes[0] = 1")
    inner = ["def points(sizes, x):", "    rows = []", "    total = 0", "    for height, width in sizes:", *indented(use.split("\n"), 8), "    return torch.cat([row.reshape(-1) for row in rows])"]
    lines = [f"size_list = {sizes}", f"sizes = {made}", *[line for line in between.split("\n") if line], draw("y = points(sizes, x)", "y = points(sizes, x)", "y = points(x=x, sizes=sizes)", "y = points(sizes, x) + points(sizes, x * 2)")]
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, sizes", "y.sum()"), draw.same(2, shapes=((3,), (4,))), init=init, module=(*inner, ""))


def read_before_call(draw):
    how = draw("n.item()", "int(n)", "float(n)", "n.item()", "bool(n)")
    lines = draw.of(([f"k = {how}", "y = x[: max(int(k), 0)]"], [f"y = x * {how}"], [f"y = x + {how}", f"y = y * {how}"], [f"if {how} > 1:", "    x = x + 1", "y = x"], [f"y = torch.full((3,), 1.0) * {how}"], [f"y = x * {how}", "y = y + n"]))
    annotation = draw("n: torch.Tensor", "n", "n: torch.Tensor")
    call = draw("return fast(x, n)", "return fast(x, n=n)", "return fast(x, n + 1)", "y = fast(x, n)\n    return y, n", "return fast(x, (n * 2))", "return fast(*(x, n))", "return [fast(x, n), fast(x, n - 1)]")
    main = ["", "def main(x, n):", *indented(call.split("\n"))[:1], *call.split("\n")[1:]]
    calls = []
    for source in draw.same(3, shapes=((3,), (4,)), dtypes=draw(FLOATS, ALL)):
        number = draw('exact(2)', 'exact(1.5)', 'exact(0)', 'exact(3, "int32")', 'exact(2.0, "float16")', 'exact([2])', 'exact(2.5, grad=True)', "exact(True)", "exact(-1)")
        calls.append(source + f"\nargs = (args[0], {number})")
    return Piece(["x: torch.Tensor", annotation], lines, "y", calls, main=main, method=False, helper=False, wrap=draw.maybe(0.2))


def capture_by_flag(draw):
    lines = [draw("y = torch.unique(x)", "y = x.unique()", "y = torch.unique_consecutive(x)", "y, places = torch.unique(x, return_inverse=True)", "y = torch.unique(x, sorted=False)", "y = torch.unique(x.flatten()) + 1", "y = torch.unique(x > 0)", "y = torch.unique(x, dim=0)")]
    lines += draw.of((["y = y * 2"], ["y = y + y"], ["z = y.sum()"], ["n = y.shape[0]"], ["y = y.exp()"], ["y = torch.cat([y, y])"], ["y = y[:1]"], ["if len(y) > 1:", "    y = y + 1"]))
    lines += changes(draw, "x", 0.2)
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x", "y, y.shape"), draw.same(3, dtypes=draw(FLOATS, ALL), shapes=((3,), (4,), (6,), (0,), (1,))))


def compute_by_tensors(draw):
    """Numbers that Python computes with before a tensor takes them: in lists, loops and helpers, too."""
    read = draw(f"{draw.of(FIRST)}.item()", f"{draw.of(FIRST)}.item()", f"float({draw.of(FIRST)})", f"int({draw.of(FIRST)})")
    lines = (["scale = torch.tensor(2.5, dtype=torch.float64)"] if "scale" in read else []) + prepared(draw) + changes(draw, "y", 0.15)
    step = draw("n / 127.0", "n * 2", "1 - n", "n + 1", "-n", "n * 0.1 + 3", "abs(n) / 3", "2.0 / n", "max(n, 1) * 2", "(n + 1) * (n - 1)", "n", "n - n / 3", "min(n, 0.5) / 7", "math.sqrt(n)", "math.exp(-n)", "math.log(abs(n) + 1)", "math.tanh(n) * 2", "math.cos(n / 3)", "n ** 2", "0.9 ** n", "(0.01 * n) ** 2", "n ** 0.5", "math.exp(min(n, 20.0))", "math.log(max(n, 1.5))", "min(n, 3) * 2")
    other = draw("x", "y", "x[:1]", "x.sum()", "total", "x.double()", "x.long()", "x.float()")
    use = draw("z = {o} * s", "z = {o} / s", "z = s - {o}", "z = torch.where(x > 0, x, s)", "z = x.masked_fill(x > 0, s)", "z = torch.mul({o}, s)", "z = x.add(s)", "x = x * 2; x += s; z = x", "z = {o} * s + s", "z = s", "z = x.clamp(s)", "z = torch.tensor(s / 2)", "z = torch.tensor(s, dtype=torch.float32)", "z = torch.tensor(s)", "z = {o} > s", "z = s <= {o}", "z = {o} == s", "z = torch.as_tensor(s)", "z = x * 1; z.mul_(s).add_(s)").format(o=other)
    lines += ["total = x.mean()"] if "total" in use else []
    kind, methods, module = draw.int(0, 7), (), ()
    if draw.maybe(0.15):
        read = draw(f"math.{draw('sqrt', 'exp', 'log', 'sin')}({draw.of(FIRST)})", f"math.sqrt({draw.of(FIRST)} + 1)")
    if kind < 2 and draw.maybe(0.3):
        # A number of Python's on another path.
        lines += draw.of(([f"n = {draw('0.5', '3', '-1')}", "if x.dim() > 1:", f"    n = {read}", f"s = {step}"],
                          [f"n = {read}", "if x.dim() > 1:", f"    s = {step}", "else:", f"    s = {draw('2', '0.5')}"])) + [use]
    elif kind < 2:
        lines += [f"n = {read}", *changes(draw, "x", 0.1), f"s = {step}", use]
    elif kind == 2:
        lines += [f"a, b = {read}, {draw.of(FIRST[:6])}.item()", f"s = {step.replace('n', draw('a', 'b')) if 'min' not in step else 'a'}", use, draw("z = z + b * x", "z = z", "z = z * a")]
    elif kind == 3:
        lines += [f"stats = [{read}, x.sum().item()]", f"n = stats[{draw('0', '1', '-1')}]", f"s = {step}", use] if draw.maybe() else [f"stats = [{read}, x.sum().item()]", "z = x", f"for n in {draw('stats', 'stats', 'enumerate(stats)', 'reversed(stats)')}:", f"    z = z * ({step})"]
    elif kind == 4:
        lines += [f"stats = [part.sum().item() for part in {draw('(x, y)', 'x', 'x.unbind()', '[x]')}]", f"z = x * {draw('sum(stats)', 'stats[0]', 'len(stats)', 'max(stats)', 'stats[-1] / 3')}"]
    elif kind == 7:
        op, start = draw("+=", "+=", "-=", "*=", "/="), draw("0.0", "1.0", "0", "2")
        lines += [f"t = {start}", *draw.of(([], [], ["first = t"])), f"for part in {draw('(x, y)', 'x', '[x]', '[]')}:", f"    n = {draw('part.sum()', '(part > 0).sum()', 'part.mean()')}.item()", f"    t {op} {step}", *draw.of(([], [], ["    last = t"]))]
        lines += [draw("z = torch.tensor(t / 3)", "z = x * t", "z = torch.tensor(t * 1.0)", "z = torch.tensor(t, dtype=torch.float64)", "z = t", "z = torch.tensor([t])", "z = torch.tensor(t / len(x.shape)) if x.dim() else x")]
    elif kind == 5:
        lines += [f"stats = {draw('x', 'y', '(x * 2)', 'x.flatten()', 'x.abs()')}.tolist()", draw("z = x * sum(stats)", "z = x * stats[0]", "z = x\nfor n in stats:\n    z = z * (" + step + ")", "z = x + stats[-1] / 3", "a, *rest = stats\nz = x * a", "z = x * (sum(stats) / len(stats))")]
    else:
        module = ("def amount(t):", f"    return {draw('t.abs().max()', 't.sum()', 't.mean()', '(t > 0).sum()', 't')}.item()" + draw("", "", " * 2"), "")
        lines += [f"n = amount({draw('x', 'y')})", f"s = {step}", use]
    return Piece(["x: torch.Tensor"], "\n".join(lines).split("\n"), draw("z", "z, x", "z.sum()"), draw.same(3, dtypes=draw(FLOATS, ALL)), methods=methods, module=module, imports=("import math",))


def multiply_sizes(draw):
    sizes = draw("x.shape", "x.shape[1:]", "(2, 3)", "[1, *x.shape]", "sizes", "x.size()", "[]", "(x.shape[0], 2.5)", "given")
    lines = ["sizes = [x.shape[0], 2]"] + draw.of(([f"n = int(np.prod({sizes}))"], [f"n = np.prod({sizes})"], [f"n = int(np.prod({sizes})) + 1", "n = n - 1"], [f"n = int(np.prod({sizes}, dtype=np.int32))"]))
    lines += [draw("y = x.reshape(n)", "y = torch.reshape(x, [n])", "y = x.new_zeros(n)", "y = x * n", "y = x.sum() / n", "y = torch.arange(n) + x.sum()")]
    calls = [c + "\nargs = (*args, " + draw("[2, 3]", "(1,)", "[2.5]") + ")" for c in draw.same(2, dtypes=FLOATS)]
    return Piece(["x: torch.Tensor", draw("given: list", "given")], lines, draw("y", "y, n", "y, x"), calls, imports=("import numpy as np",))


KINDS = {
    "use_literal": (use_literal, "use the literal itself"),
    "compute_by_tensors": (compute_by_tensors, "compute with the 0-d tensors?"),
    "multiply_sizes": (multiply_sizes, "multiply with math.prod"),
    "keep_scalar": (keep_scalar, "keep the 0-d tensor$"),
    "assert_tensor": (assert_tensor, "test the tensor itself|test with torch.isclose"),
    "compute_while_tracing": (compute_while_tracing, "compute it while tracing"),
    "range_for_arange": (range_for_arange, "count with range"),
    "read_array_as_tensor": (read_array_as_tensor, "read the number from a tensor that holds the array's"),
    "index_by_tensor": (index_by_tensor, "index with a tensor of one element"),
    "select_from_list": (select_from_list, "select from all of them"),
    "draw_when_run": (draw_when_run, "draw the number when the graph runs"),
    "store_tensor": (store_tensor, "store the 0-d tensor"),
    "unbind_list": (unbind_list, "keep 0-d tensors with unbind"),
    "roll_by_index": (roll_by_index, "roll with an index"),
    "sort_stacked": (sort_stacked, "sort in the graph"),
    "sort_by_tensors": (sort_by_tensors, "sort by the keys in the graph"),
    "list_by_tensors": (list_by_tensors, "compute with the 0-d tensors"),
    "reuse_source_list": (reuse_source_list, "pass the list that the tensor was made from"),
    "read_before_call": (read_before_call, "before the call"),
    "capture_by_flag": (capture_by_flag, "capture it with a Dynamo flag"),
}
