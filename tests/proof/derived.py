"""Programs that take gradients, keep state, look numbers up and go through modules and lists that Dynamo does not
trace as they are."""

from shell import ALL, FLOATS, Piece, changes, indented, prepared

SMALL = ((3,), (2, 3), (3, 2), (4,), (1, 3), (2, 2, 2), (0, 3), (1,))
REAL = ("float32", "float32", "float64")
NET = ["self.net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 2))"]


def capture_gradients(draw):
    kind = draw("grad", "grad", "penalty", "attack", "backward", "second", "made")
    f = draw("(w * w).sum()", "w.pow(3).sum()", "torch.sin(w).sum()", "(w * y).sum()", "F.softplus(w).mean()", "w.norm()", "self.net(w).sum()", "self.net(w).square().mean()", "w.exp().sum()", "(w.relu() * 2).sum()", "w.sum()", "w.prod()", "(w.sum() + 1) * w.mean()", "torch.logsumexp(w.flatten(), 0)", "w.max()", "w.sort().values[..., :1].sum()", "Cube.apply(w).sum()")
    if kind == "grad":
        made = draw("w = x", "w = x", "w = x * 1", "w = torch.relu(x)", "w = x.detach().requires_grad_()", "w = x.clone()")
        args = draw("s, w", "s, w", "s, [w]", "(s,), (w,)", "outputs=s, inputs=w", "s, w, retain_graph=True", "s, w, create_graph=True", "s, w, allow_unused=True", "s, [w, y], allow_unused=True", "s, w, torch.ones_like(s)", "s, w, grad_outputs=torch.ones_like(s) * 2", "s, w, create_graph=False", "s, w, materialize_grads=True", "s, self.net.parameters(), allow_unused=True", "s, w, None, True")
        lines = [*made.split("\n"), f"s = {f}", f"g = torch.autograd.grad({args}){draw('[0]', '[0]', '')}"]
        if not lines[-1].endswith("[0]"):
            lines.append("g = g[0]")
        lines += draw.of(([], [], ["g = g * 2"], ["g = x + 0.1 * g.sign()"], ["g.mul_(2)"], ["s = s.detach()"], ["g = g.detach()"], ["g = g + w"], ["if g is None:", "    g = x"], ["with torch.no_grad():", "    g = g + s"]))
        back = draw("g", "g", "g, s.detach()", "g, g.stride()", "g + x", "g, s", "g, w")
    elif kind == "penalty":
        start = draw("(x * 0.5 + y * 0.5).detach()", "x.detach()", "x.detach().clone()", "torch.lerp(x, y, 0.3).detach()", "(x * 2).detach()", "x.detach()[:]")
        need = draw(f"w = {start}.requires_grad_()", f"w = {start}.requires_grad_(True)", f"w = {start}\nw.requires_grad_()", f"w = {start}\nw = w.requires_grad_()", f"w = {start}.requires_grad_() * 1")
        lines = [*need.split("\n"), f"s = {f}", f"g = torch.autograd.grad(s, w, create_graph={draw('True', 'True', 'True', 'False')})[0]"]
        lines += draw.of((["p = (g.norm() - 1) ** 2"], ["p = g.square().mean() + s"], ["p = g.sum() * y.sum()"], ["p = (g * w).sum()"], changes(draw, "w", 1.0) + ["p = g.sum()"]))
        back = draw("p", "p", "p, g", "p, w.detach()", "p, w", "p, w.grad is None", "p + y.sum()")
    elif kind == "made":
        start = draw("torch.zeros_like(x, requires_grad=True)", "torch.zeros_like(x, requires_grad=True)", "torch.ones_like(x, requires_grad=True)", "torch.zeros(x.shape, requires_grad=True, dtype=x.dtype)", "torch.full_like(x, 0.5, requires_grad=True)", "torch.zeros_like(requires_grad=True, input=x)", "torch.zeros_like(x, requires_grad=False)", "torch.empty_like(x, requires_grad=True).detach()")
        term = draw("((x.detach() + w) * y).sum()", "(x + w).pow(2).sum()", "self.net(x.detach() + w).sum()", "(w * 2).sum()", "torch.sin(x.detach() * (1 + w)).mean()")
        lines = [f"w = {start}", f"s = {term}", f"g = torch.autograd.grad(s, {draw('w', '[w]', '(w,)')}{draw('', '', ', create_graph=True', ', retain_graph=True')})[0]"] + draw.of(([], [], ["s = s.detach()"], ["g = g.detach().sign()"], changes(draw, "w", 1.0), ["w = w.detach()"], ["n = w.is_leaf"]))
        back = draw("g", "g", "x + 0.1 * g.sign()", "g, s.detach()", "g, w.detach()", "g, w")
    elif kind == "attack":
        lines = ["w = x.detach().clone()", f"for step in range({draw(1, 2, 3)}):", f"    {draw('w.requires_grad_(True)', 'w = w.requires_grad_()', 'w = w.detach().requires_grad_()')}", f"    s = {f}", "    g = torch.autograd.grad(s, w)[0]", f"    w = {draw('w.detach() + 0.1 * g.sign()', '(w + 0.1 * g).detach()', 'torch.clamp(w.detach() + g, -1, 1)', 'w + g')}"]
        back = draw("w", "w", "w + x", "w, g")
    elif kind == "backward":
        made = draw("w = x", "w = x", "w = x * 1", "w = x.detach().clone().requires_grad_()")
        call = draw("s.backward()", "s.backward()", "s.backward(retain_graph=True)", "s.backward(torch.ones_like(s))", "s.backward(gradient=torch.ones_like(s) * 2)", "(s * 2).backward()", "s.backward(); z = 1", "s.backward(inputs=[x])", "torch.autograd.backward(s)")
        lines = [made, f"s = {f}", call] + draw.of(([], [], ["self.net[0].weight.grad = None"], ["s.backward()"], ["s = s * 2"], ["n = self.net[0].bias.grad"], ["self.kept.append(s)"], ["self.kept.append(s.detach())"], ["self.last = s"], ["n = len(self.kept)"]))
        back = draw("s.detach()", "s.detach()", "s", "s.detach(), w.detach()", "w.grad", "x.detach(), s.detach()")
    else:
        lines = ["w = x * 1", f"s = {f}", "g = torch.autograd.grad(s, w, create_graph=True)[0]", f"h = torch.autograd.grad(g.{draw('sum()', 'square().sum()', 'mean()')}, w{draw('', ', create_graph=True', ', allow_unused=True', ', retain_graph=True')})[0]"]
        back = draw("h", "h, g", "h + g", "g + x, h", "h, g.detach()")
    if draw.maybe(0.12):
        lines.append(draw("print('here')", "x = x * 1", "y = y + 1", "n = s.item()"))
    module = ("class Cube(torch.autograd.Function):", "    @staticmethod", "    def forward(ctx, t):", "        ctx.save_for_backward(t)", "        return t * t * t", "", "    @staticmethod", "    def backward(ctx, g):", "        return g * 3 * ctx.saved_tensors[0] ** 2", "") if "Cube" in f else ()
    hook = draw.of(((), (), (), (), ("model.net[0].weight.register_hook(lambda g: g * 2)",), ("model.net[0].weight.register_post_accumulate_grad_hook(lambda p: print('kept'))",), ("model.net[0].weight.requires_grad_(False)",)))
    calls = draw.same(3, 2, dtypes=("float32",) if "net" in f else REAL, shapes=((3,), (2, 3), (1, 3)), layouts=("plain", "plain", "transposed", "strided"))
    return Piece(["x: torch.Tensor", "y: torch.Tensor"], lines, back, calls, module=module, init=[*NET, "self.kept = []"], main=hook, method=True)


def take_gradient(draw):
    """Gradients that backward() stores in a leaf of the function's own."""
    f = draw("(w * w).sum()", "w.pow(3).sum()", "(w * y.detach()).sum()", "self.net(w).sum()", "torch.sin(w).mean()", "w.exp().sum()", "(w * y).sum()", "w.sum()", "y.sum()", "F.softplus(w).mean()")
    start = draw("x.detach().clone()", "x.detach().clone()", "x.detach()", "(x * 2).detach()", "x.detach().t()" if draw.maybe(0.2) else "x.detach() + 0.1", "x.clone()" if draw.maybe(0.2) else "x.detach().double().float()")
    made = draw(f"w = {start}.requires_grad_()", f"w = {start}.requires_grad_()", f"w = {start}.requires_grad_(True)", f"w = {start}\nw.requires_grad_()", f"w = {start}\nw.requires_grad = True")
    call = draw("s.backward()", "s.backward()", "s.backward()", "(s * 2).backward()", f"({f}).backward()", "s.backward(retain_graph=True)", "s.backward()\ns.detach()")
    use = draw("g = w.grad", "g = w.grad", "g = w.grad.sign()", "g = w.detach() - 0.1 * w.grad", "g = w.grad.clone()", "g = w.grad / (w.grad.norm() + 1)", "g = w.grad.mul_(2)", "w.grad.zero_()\ng = w.grad", "g = w.grad\nw.grad = None", "if x.dim() > 1:\n    g = w.grad\nelse:\n    g = w.grad * 2", "g = w.grad.data", "g = x.grad")
    lines = ["y = y * 1.0", *made.split("\n"), f"s = {f}", *call.split("\n"), *use.split("\n")]
    if draw.maybe(0.2):
        lines = [lines[0], *lines[1:-1], lines[-1], draw("print('here')", "g = g + 1", "s = s.detach() * 2", "w = w.detach()", "n = w.grad.sum()")]
    calls = draw.same(3, 2, dtypes=("float32",), shapes=((3,), (2, 3), (1, 3)), layouts=("plain", "plain", "transposed", "strided"))
    return Piece(["x: torch.Tensor", "y: torch.Tensor"], lines, draw("g", "g", "g, s.detach()", "x + g", "g, w.detach()", "g, s"), calls, init=[*NET, "self.kept = []"], method=True)


def capture_recurrent(draw):
    name = draw("RNN", "GRU", "LSTM", "GRU")
    options = draw("", "", ", batch_first=True", ", num_layers=2", ", bidirectional=True", ", bias=False", ", num_layers=2, dropout=0.5", ", nonlinearity='relu'" if name == "RNN" else "")
    call = draw("out, state = self.rnn(x)", "out, _ = self.rnn(x)", "out = self.rnn(x)[0]", "out, state = self.rnn(x * 2)", "out, state = self.rnn(input=x)", "out = self.rnn(self.rnn(x)[0])[0]", "state = self.rnn(x)[1]\nout = state[0]", "out, state = self.rnn(x)  # why", "out = F.relu(self.rnn(x)[0])", "out = self.rnn(x[:1])[0]")
    lines = ["y = x * 1", *call.split("\n")] + draw.of(([], ["out = out + 1"], ["out = out[:, -1]"], ["out = out.mean(0)"]))
    init = [f"self.rnn = torch.nn.{name}(3, {3 if 'self.rnn(self.rnn' in call else draw(2, 3)}{options})"]
    main = draw.of(((), (), ("model.eval()",)))
    return Piece(["x: torch.Tensor"], lines, draw("out", "out", "out, y"), draw.same(2, dtypes=("float32", "float32", "float64"), shapes=((2, 4, 3), (1, 2, 3), (3, 1, 3), (4, 3))), init=init, main=main, method=True, wrap=draw.maybe(0.2))


def look_up(draw):
    table = draw("{0: 1.0, 1: 0.5, 2: 0.25}", "{0: 1.5, 2: -2.0, 1: 0.1}", "[1.0, 0.3, -0.5]", "(0.1, 0.2, 0.7)", "{0: 1, 1: 2, 2: 5}", "[1, 2, 3]", "{1: -0.0, 0: float('inf')}", "{-1: 0.5, 0: 0.25, 1: 3.0}", "{0: 1.5, 1: float('nan')}", draw("{0: 1.0, 1: 2}", "{0: 'a', 1: 'b'}", "{0.0: 1.0, 1.0: 2.0}", "{True: 1.0, False: 0.5}", "{}", "[]"))
    where = draw("TABLE", "TABLE", "self.table", "table")
    read = draw("k.item()", "int(k)", "k.item()", "int(k)", "k[0].item()" , "k.sum().item()")
    how = draw(f"{where}[{read}]", f"{where}[{read}]", f"{where}[{read}]", f"{where}.get({read}, 1.0)" if table.startswith("{") else f"{where}[{read}]", f"{where}.get({read}, 3)" if draw.maybe(0.2) else f"{where}[{read}]")
    lines = ["y = x * 1"] + ([f"table = {table}"] if where == "table" else [])
    if draw.maybe(0.3):
        how = how.replace(read, "n")
        lines.append(f"n = {read}")
    if draw.maybe(0.15) and where != "table":
        how = f"{where}[k]"
    lines += draw.of(([f"y = x * {how}"], [f"f = {how}", "y = x / f"], [f"f = {how}", "y = x + 2 * f"], [f"y = (x - {how}) * 2"], [f"f = {how}", "y = x.sum() * f"], [f"f = {how}", "y = x * f", "k = k + 1"], [f"y = x * ({how} + 1)"], [f"f = {how}", "y = f * x + f"], draw.of(([f"f = {how}", "y = x.float() ** f"], [f"f = {how}", "y = f"], [f"y = x[{how}]"]))))
    if draw.maybe(0.2):
        key = draw("int(c)", "c.item()", "int(c)", "c")
        lines = ["y = x * 1", f"w = torch.tensor([{'TABLE' if where == 'table' else where}[{key}] for c in {draw('k', 'k', 'k.flatten()', 'k.unbind()')}]{draw('', '', ', dtype=torch.float64')})", draw("y = w * 2", "y = x.sum() * w", "y = w")]
        where = "TABLE" if where == "table" else where
        if draw.maybe(0.4):
            made = lines[1][len("w = torch.tensor("):].rsplit(")", 1)[0] if "dtype" not in lines[1] else ""
            if made:
                lines[1:2] = [f"rows = {made}", *draw.of(([], [], ["k.zero_()"], ["y = y + 1"], ["n = len(rows)"])), draw("w = torch.tensor(rows)", "w = torch.tensor(rows)", "w = torch.tensor(rows).view(-1)", "for i in range(2):\n    w = torch.tensor(rows)", "w = torch.tensor(rows, dtype=torch.float32)")]
                lines = "\n".join(lines).split("\n")
    kinds = draw("int64", "int64", "int64", "int32", "uint8")
    index = draw("exact(0, '{d}')", "exact(1, '{d}')", "exact(2, '{d}')", "exact([1], '{d}')", "exact([[0]], '{d}')", draw("exact([0, 1], '{d}')", "exact(7, '{d}')", "exact(-1, 'int64')")).format(d=kinds)
    calls = [c[:-1] + f" {index})" for c in draw.same(2, dtypes=draw(FLOATS, FLOATS, ALL), shapes=((3,), (2, 3), (), (1,)))]
    init = [f"self.table = {table}"] if where == "self.table" else []
    return Piece(["x: torch.Tensor", draw("k: torch.LongTensor", "k: torch.LongTensor", "k: torch.LongTensor", "k: torch.Tensor")], lines, draw("y", "y, x"), calls, module=(f"TABLE = {table}", ""), init=init)


def member_by_tensor(draw):
    table = draw("{0, 1, 2}", "{0, 1, 2}", "(1, 2)", "[1, -1, 7]", "frozenset({3, 1})", "{0, 2**40}", draw("{1.5, 2}", "{True, 2}", "range(3)", "set()", "{'a', 1}", "{1: 2}", "[[1], [2]]", "[2**70, 1]"))
    where = draw("TABLE", "TABLE", "self.table", "table", table)
    read = draw("k.item()", "int(k)", "k.item()", "k.reshape(-1)[0].item()", "int(k.sum())", "k.max().item()")
    asked = draw("{n} in {t}", "{n} in {t}", "{n} not in {t}", "not {n} in {t}", "{n} in {t} and x.dim() > 0", "{n} in {t} or flag", "{n} + 1 in {t}")
    named = draw.maybe(0.4)
    test = asked.format(n="n" if named else read, t=where)
    lines = ["y = x * 1", f"flag = {draw('False', 'x.dim() > 5')}"]
    lines += [f"table = {table}"] if where == "table" else []
    lines += [f"n = {read}"] if named else []
    lines += draw.of(([], [], ["k.add_(1)"], ["y = y + 1"]))
    lines += draw.of(([f"if {test}:", "    y = y * 2"], [f"if {test}:", "    y = y + 1", "else:", "    y = y - x"], [f"y = y * 2 if {test} else y"], [f"hit = {test}", "y = y + hit"], [f"hit = {test}", "if hit:", "    y = y * 3"], [f"assert {test}"], [f"y = torch.where(torch.as_tensor({test}), y, x)"]))
    lines += draw.of(([], [], ["y = y + n" if named else "y = y * 1"]))
    kinds = draw("int64", "int64", "int32", "uint8", "int64")
    value = draw("exact(0, '{d}')", "exact(1, '{d}')", "exact(3, '{d}')", "exact([1], '{d}')", draw("exact([0, 1], '{d}')", "exact([], '{d}')", "exact(1.0, 'float32')", "exact(True, 'bool')")).format(d=kinds)
    calls = [c[:-1] + f" {value})" for c in draw.same(2, dtypes=draw(FLOATS, FLOATS, ALL), shapes=((3,), (2, 3), (), (1,)))]
    init = [f"self.table = {table}"] if where == "self.table" else []
    return Piece(["x: torch.Tensor", draw("k: torch.LongTensor", "k: torch.LongTensor", "k: torch.LongTensor", "k: torch.Tensor")], lines, draw("y", "y, x", "y, k"), calls, module=(f"TABLE = {table}", ""), init=init)


def merge_lists(draw):
    test = draw("k > 1", "x.sum() > 0", "(x > 0).any()", "k < x.norm()", "not (x > 5).any()", "k > 0 and x.dim() > 1", "x.max() > k")
    other = draw("t + 1", "t * k", "t", "t - k", "torch.zeros_like(t)")
    element = draw("t * k", "t * 0.5", "t / k", "t - 1", "k * t", "t.clamp(0)", "t * k + 1", "t.float() * 2", "t[:1]", "torch.relu(t)", "-t", "t.sqrt()", "t + x.sum()", "t", "t.mul_(2)", "t.sum()")
    made = draw(f"parts = [{element} for t in parts]", f"parts = [{element} for t in parts]", f"parts = [{element} for t in parts]", f"parts = [{element} for t in parts if t.dim() > 0]", f"parts = [{element} for t in list(parts)]", f"parts = [({element}) for t in parts]", f"parts = [{element} for i, t in enumerate(parts)]", f"parts = [{element} for t in parts]\n    n = 1", f"parts = [\n        {element}\n        for t in parts\n    ]")
    lines = ["k = x.abs().mean()", "n = 0", f"parts = {draw('[x, x * 2]', '[x * 1, x + 1]', 'given', 'given', '[x]', draw('[]', 'list(x)', 'list(given)'))}", f"if {test}:", *("    " + made).split("\n"), *draw.of(([], [], ["else:", f"    parts = [{other} for t in {draw('parts', 'parts', '[x, x]')}]"], ["else:", "    n = 2"]))]
    if draw.maybe(0.3):
        place = draw("parts[0]", "parts[0]", "parts[1]", "parts[n]", "seen['a']", "seen['b']")
        lines[-1:] = [] if lines[-1].startswith("    n = 2") else lines[-1:]
        lines = [*lines[:3], "seen = {'a': x}", f"z = {place}", f"if {test.replace('x.sum', draw('x.sum', f'{place}.sum'))}:", f"    {place} = {draw(f'{place} * 2', 'x * k', 'parts[0] + parts[-1]', 'x', 'x[:1]', 'z')}", *draw.of(([], [], ["    n = 1"], [f"    z = {place}"], ["    z = parts[0] * 2"], ["else:", f"    {place} = x + 1"]))]
        lines += draw.of(([], ["parts = [*parts, *seen.values()]"], ["parts.append(z)"]))
    lines += draw.of(([], [], ["parts.append(x)"], ["parts[0].add_(1)"], ["x = x + 1"]))
    calls = [c + "\nargs = (*args, [args[0] * 2, args[0] + 1])" for c in draw.same(3, dtypes=draw(FLOATS, FLOATS, ALL), shapes=SMALL)]
    return Piece(["x: torch.Tensor", draw("given: list[torch.Tensor]", "given: list", "given: list[torch.Tensor]")], lines, draw("parts", "parts, k", "parts, n", "parts[0] if parts else x", "parts, x"), calls)


def stay_dense(draw):
    if draw.maybe(0.4):
        product = draw("torch.sparse.mm(a.to_sparse(), b)", "torch.sparse.mm(a.to_sparse(), b)", "a.to_sparse() @ b", "torch.sparse.mm((a * 1).to_sparse(), b + 1)", "torch.sparse.mm(a.to_sparse(), b) * 2", "torch.sparse.mm(a.t().to_sparse(), b)", "torch.sparse.mm(a.to_sparse_csr(), b)")
        lines = ["a = x * (x > 0)", f"b = {draw('x.t()', 'x.t() * 2', 'x.t().contiguous()')}", f"y = {product}"]
        return Piece(["x: torch.Tensor"], lines, draw("y", "y + 1", "y, a"), draw.same(2, dtypes=("float32", "float32", "float64"), shapes=((3, 3), (2, 3), (3, 2), (1, 4), (0, 3))))
    size = draw("(4, 4)", "(4, 4)", "(n, n)", "[4, 4]", "torch.Size((4, 4))", "(4, 5)", "(2, 2)")
    values = draw("v", "v", "v * 2", "torch.ones(e.shape[1])", "v.detach()", "torch.ones_like(v)", "torch.rand(e.shape[1])")
    options = draw("", ", check_invariants=False", ", check_invariants=False", ", check_invariants=False", ", check_invariants=False, dtype=torch.float64", ", device='cpu'", ", requires_grad=True", ", is_coalesced=True, check_invariants=False", ", check_invariants=True")
    made = f"torch.sparse_coo_tensor({draw('e', 'e', 'e.long()', 'indices=e')}, {values if True else ''}, {size}{options})"
    if "indices=" in made:
        made = made.replace(f", {values}, {size}", f", values={values}, size={size}")
    how = draw(f"y = {made}.to_dense()", f"y = {made}.to_dense()", f"s = {made}\ny = s.to_dense()", f"s = {made}\nk = 1\ny = s.to_dense() + k", f"y = {made}.coalesce().to_dense()", f"s = {made}\ny = s.to_dense() + s.to_dense()", f"y = torch.relu({made}.to_dense())", f"y = {made}.to_dense(dtype=torch.float64)")
    lines = ["n = 4", "v = x.flatten()[: e.shape[1]]", *how.split("\n")] + draw.of(([], [], ["y = y + y.t()"], changes(draw, "v", 1.0), changes(draw, "y", 1.0)))
    edges = draw("exact([[0, 1, 2], [1, 2, 3]])", "exact([[0, 1, 0], [1, 2, 1]])", "exact([[0, 0, 0], [0, 0, 0]])", "exact([[], []], 'int64')", "exact([[0, 1, 2], [1, 2, 3]], 'int32')")
    calls = [c.replace(",)", f", {edges})", 1) for c in draw.same(2, dtypes=draw(FLOATS, ALL), shapes=((3,), (4,), (3, 2)))]
    return Piece(["x: torch.Tensor", "e: torch.Tensor"], lines, draw("y", "y", "y, y.stride()", "y, v"), calls)


def keep_on_object(draw):
    first = draw("step.calls += 1", "step.calls = 3", "step.calls = step.calls + 1", "step.last = x.shape", "step.calls: int = 2", "step.calls, k = 2, 1", "setattr(step, 'calls', 5)", "step.total = x.sum()", "step.__doc__ = 'text'")
    more = draw.of(([], [], ["k = k + step.calls"], ["x = x * step.calls"], ["k = getattr(step, 'calls', 0)"], ["k = hasattr(step, 'other')"], ["other.calls = 1"], ["k = step.__name__"]))
    lines = ["k = 0", first, *more]
    module = ("def other(x):", "    return x", "", "def step(x):", f"    return {draw('x * 2', 'x + step.calls', 'x')}", "", draw("step.calls = 0", "step.calls = 0", "step.calls = 0; step.other = 1", "if True:\n    step.calls = 1", "setattr(step, 'calls', 0)"), "")
    return Piece(["x: torch.Tensor"], lines, draw("x", "x, k", "step(x)"), draw.same(3, dtypes=draw(FLOATS, ALL), shapes=SMALL), module="\n".join(module).split("\n"))


def call_at_once(draw):
    called = draw("self.one", "self.one", "torch.relu", "twice", "lambda t: t + 1", "self.net[0]", "pair", "shout")
    args = draw("x", "x", "x * 2", "t=x" if called == "twice" else "x", "*[x]", "x.detach()")
    fork = f"torch.jit.fork({called}, {args})"
    lines = ["y = x + 1"] + draw.of(([f"a = {fork}", "y = y * 2", "b = torch.jit.wait(a)"], [f"b = torch.jit.wait({fork})"], [f"a = {fork}", "print('between')", "b = torch.jit.wait(a)", "y = torch.jit.wait(a)"], [f"a = {fork}", "b = a.wait()"], [f"b = [torch.jit.wait(a) for a in [{fork}, {fork}]]"], [f"a = {fork}", "x = x * 3", "b = torch.jit.wait(a)"], [f"a = {fork}", "if x.dim() > 1:", "    b = torch.jit.wait(a)", "else:", "    b = y"], [f"a = {fork}", f"c = {fork}", "b = torch.jit.wait(a)", "y = torch.jit.wait(future=c)"], [f"a = [{fork} for k in (1, 2)]", "b = [torch.jit.wait(c) for c in a]"], ["a = []", "for k in range(2):", f"    a.append({fork})", "    x = x + 1", "b = [torch.jit.wait(c) for c in a]"], [f"a = [{fork} for k in (1, 2)]", "for c in a:", f"    {draw('b = torch.jit.wait(c)', 'y = y + torch.jit.wait(c)', 'b = c')}", "b = y"], [f"a = [{fork} for k in (1, 2)]", "b = [torch.jit.wait(c) for c in a]", "n = len(a)"], [f"a = [{fork} for k in (1, 2)]", "b = torch.jit.wait(a[0])"], ["a = []", f"a.append({fork})", f"a.append({fork})", "b = sum(torch.jit.wait(c) for c in a)"]))
    module = ("def twice(t):", "    return t * 2", "", "def pair(t):", "    return [t, t * 2]", "", "def shout(t):", "    print('called')", "    return t - 1", "")
    init = [*NET, "self.one = torch.nn.Linear(3, 3)"]
    return Piece(["x: torch.Tensor"], lines, draw("b", "b, y", "b, x"), draw.same(2, dtypes=("float32",), shapes=((3,), (2, 3), (0, 3))), module=module, init=init)


def list_while_tracing(draw):
    numbers = draw("self.widths", "self.widths", "widths", "[2, 1, 1]", "(1, 2)", "range(1, 4)", "self.widths[:2]")
    array = draw("np.cumsum({n})", "np.cumsum({n})", "np.cumprod({n})", "np.array({n})", "np.linspace(0.1, 0.9, k)", "np.arange(k)", "np.diff({n})", "np.log2(np.array({n}))", "np.cumsum(np.array({n}) * 2)", "np.sort({n})", "np.asarray({n}) / k", "np.geomspace(1, 8, k)", "np.cumsum({n}).astype(int)", "np.array([{n}, {n}])", "np.full(3, k)", "np.flip({n})", "np.power(2, np.arange(k))").format(n=numbers)
    lines = ["k = x.dim() + 1", "y = 0"]
    loop = draw.of((["for e in a:", "    y = y + x * float(e)"], ["for e in a:", "    y = y + x * float(e)"], ["y = [x * float(e) for e in a]"], ["for i, e in enumerate(a):", "    y = y + x * float(e) * i"], ["for e in a:", "    y = y + x[: int(e)].sum()"], ["for e in a:", "    y = y + x[:e].sum()"], ["for i, e in enumerate(a):", "    y = y + x[i:e].sum()"], ["for w, e in zip(self.widths, a):", "    y = y + x[e - w : e].sum()"], ["y = sum([x * float(e) for e in a])"], ["for e in reversed(a):", "    y = y + x * float(e)"], ["y = x * float(a[0])"], ["y = x[: a[-1]]"], ["y = [float(e) for e in a]"], ["for e in a:", "    if e > 1:", "        y = y + x"], ["for e in a:", "    y = y + x * int(e)", "y = y * len(a)"], ["for e in a:", "    y = y + x.sum() * float(e)", "y = y + torch.from_numpy(a).sum()"], ["for e in a:", "    y = y + e.item()"], ["n = float(a[1]) ** 0.5", "y = x / n"], ["for e in a:", "    y = y + x[: int(e)].sum()"], ["y = x * float(a.sum())"]))
    if draw.maybe(0.3):
        loop = [line.replace(" a:", f" {array}:").replace("(a)", f"({array})").replace(" a)", f" {array})") if "a[" not in line else line for line in loop]
    lines += [f"a = {array}", *loop]
    if draw.maybe(0.2):
        lines.insert(2, "b = np.arange(1, k + 1)")
        lines = [line.replace(f"({numbers})", "(b)") for line in lines]
    return Piece(["x: torch.Tensor", "widths: tuple = (2, 1)"], lines, draw("y", "y, x"), draw.same(2, dtypes=draw(FLOATS, ALL), shapes=((6,), (4, 2), (3,))), imports=("import numpy as np",), init=["self.widths = (1, 2, 1)"], method=True)


def digitize(draw):
    edges = draw("EDGES", "EDGES", "np.array([0.0, 1.0])", "np.array([0, 1, 2])", "EDGES.astype('float32')", "self.edges")
    values = draw("a", "a", "a * 2", "a[:1]", "x.detach().numpy()", "a.astype('float64')")
    call = draw(f"np.digitize({values}, {edges})", f"np.digitize({values}, {edges})", f"np.digitize({values}, {edges}, right=True)", f"np.digitize(x={values}, bins={edges})", f"np.digitize({values}, {edges}, False)", f"np.digitize({values}, {edges}, right=False)", f"np.digitize({values}, {edges}) + 1", f"np.digitize(0.5, {edges})")
    lines = ["a = x.detach().numpy()", f"b = {call}"] + draw.of((["y = torch.from_numpy(b) * 2"], ["y = x * torch.as_tensor(b)"], ["y = torch.from_numpy(np.asarray(b, dtype='int64'))"], ["b = b + 1", "y = torch.from_numpy(b)"], ["y = b"], ["b[b > 1] = 0", "y = torch.as_tensor(b)"]))
    module = ("EDGES = np.array([-1.0, 0.25, 0.5, 2.0])", "")
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x"), draw.same(3, dtypes=draw(("float32", "float64", "float16"), ("int64", "int32", "float32", "bool")), shapes=((3,), (2, 3), (), (0,))), module=module, imports=("import numpy as np",), init=["self.edges = np.array([0.0, 0.5])"], method=True)


def call_with_hook(draw):
    module = draw("self.one", "self.one", "self.net[0]", "self.net", "self.one")
    before = draw.maybe(0.4)
    hooks = ("lambda m, a: (a[0] * 2,)", "lambda m, a: a[0] + 1", "lambda m, a: None", "lambda m, a: kept.append(a[0])", "hook_before") if before else ("lambda m, a, o: kept.append(o)", "lambda m, a, o: o * 2", "lambda m, a, o: None", "lambda module, args, out: kept.append(args[0] + out.sum())", "hook_after")
    register = "register_forward_pre_hook" if before else "register_forward_hook"
    option = draw("", "", "", "", ", prepend=True", ", with_kwargs=True")
    between = draw.of(([f"y = {module}(x)"], [f"y = {module}(x)"], [f"y = {module}({module}(x))"] if module == "self.one" else [f"y = {module}(x) * 2"], [f"y = torch.relu({module}(x * 2)).sum()"], [f"y = {module}(x)", "y = y + 1"], ["y = self.net(x)"], [f"y = self.other({module}(x))"], [f"y = {module}(input=x)"], [f"y = {module}(x)", f"z = {module}(x + 1)"], [f"if x.dim() > 1:", f"    y = {module}(x)", "else:", "    y = x"], [f"y = twice({module}, x)"]))
    lines = ["kept = []", f"handle = {module}.{register}({draw.of(hooks)}{option})", *between, "handle.remove()", *draw.of(([], [], [f"y = y + {module}(x).sum()"], ["x = x * 2"]))]
    top = ("def hook_before(m, a):", "    print('before')", "    return (a[0] - 1,)", "", "def hook_after(m, a, o):", "    print('after')", "    return o - 1", "", "def twice(f, t):", "    return f(t) * 2", "")
    main = draw.of(((), (), (), ("model.one.register_forward_pre_hook(lambda m, a: (a[0] + 3,))",), ("model.one.register_forward_hook(lambda m, a, o: o + 3)",)))
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x", "y, kept", "y, len(kept)"), draw.same(2, dtypes=("float32",), shapes=((3,), (2, 3))), module=top, init=[*NET, "self.one = torch.nn.Linear(3, 3)", "self.other = torch.nn.Sequential(torch.nn.Linear(3, 3))"], main=main, method=True)


def keep_positions(draw):
    found = draw("x.argsort()", "x.flatten().topk(1).indices", "x.argsort(-1)", "k", "k", "k + 0", "x.flatten().argmax().reshape(1)", "(x > 0).flatten().nonzero().flatten()", "x.argmax(0)", "k.int()", "k.to(torch.uint8)", "k.bool()")
    lines = ["y = x * 1"] + draw.of(([f"best = {found}.tolist()", "y = y[best]"], [f"y = y[{found}.tolist()]"], [f"best = {found}.tolist()", "y = y[best] * 2", "z = x[best]"], [f"best = {found}.tolist()", "y[best] = 3"], [f"best = {found}.tolist()", "y[best] += 1"], [f"best = {found}.tolist()", "y = y[:, best]"], [f"best = {found}.tolist()", "print(best)", "y = y[best]"], [f"best = {found}.tolist()", "y = y[best[0]]"], [f"best = {found}.tolist()", "k.zero_()", "y = y[best]"], [f"best = {found}.tolist()", "y = y[best].mean(0)"]))
    index = draw("exact([0])", "exact([1, 0])", "exact([0, 0, 0])", "exact([-1])", "exact([], 'int64')", "exact([9])", "exact([[0, 1]])", "exact(0)")
    calls = [c[:-1] + f" {index})" for c in draw.same(2, dtypes=draw(FLOATS, ALL), shapes=((3,), (2, 3), (4, 2)))]
    return Piece(["x: torch.Tensor", draw("k: torch.LongTensor", "k: torch.LongTensor", "k: torch.Tensor")], lines, draw("y", "y, x"), calls)


def call_when_run(draw):
    """What is made is there before, or is never made: each run finds what the others found."""
    call = draw("os.makedirs(tempfile.gettempdir(), exist_ok=True)", "os.makedirs('.', exist_ok=True)", "os.makedirs(self.path, exist_ok=True)", "os.makedirs(name=self.path, exist_ok=True)", "os.remove('/graphmend/never/made')", "os.rename('/graphmend/never/made', self.path)", "time.sleep(0)", "time.sleep(x.shape[0] * 0)", "os.makedirs(where, exist_ok=True)", "os.makedirs(self.path)", "shutil.rmtree('/graphmend/never/made', ignore_errors=True)", "shutil.rmtree('/graphmend/never/made', True)", "os.makedirs(self.path, 0o777, True)", "pprint.pprint(self.options)", "pprint.pprint([n, self.path, 1.5])", "pprint.pprint(x.shape)", "pprint.pprint(self.options, width=9)", "pprint.pprint({'n': n, 'y': 2})", "pprint.pprint('text')", "pprint.pprint({'mean': y})", "os.makedirs(str(n), exist_ok=n > 9)" if draw.maybe(0.2) else "time.sleep(0.0)")
    lines = ["where = '.'", "n = x.dim()", "y = x * 2", *draw.of(([], [], ["print('before', y.sum())"])), call, *draw.of(([], [], ["print('behind')"], ["y = y + 1"], changes(draw, "y", 1.0), ["y = y[7]"]))]
    if draw.maybe(0.2):
        lines = [*lines[:3], "if y.sum() > 0:", "    y = y + 1", *lines[3:]]
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x"), draw.same(2, dtypes=draw(FLOATS, ALL), shapes=((3,), (2, 3), (8,))), imports=("import os", "import pprint", "import shutil", "import tempfile", "import time"), init=["self.path = '.'", "self.options = {'kind': 'hard', 'levels': [1, 2], 'deep': {'a': None}}"], method=True)


def add_up_tensors(draw):
    """A meter is called several times: what it holds from the call before takes part."""
    read = draw("loss.item()", "loss.item()", "loss.item()", "loss.item()", "float(loss)", "loss.detach().item()", "loss.sum().item()", "k.item()", "(x > 0).sum().item()", "(x == y).sum().item()", "x.argmax().item()")
    body = draw.of((["self.sum += value * n", "self.count += n"], ["self.sum += value"], ["self.sum = self.sum + value", "self.count += 1"], ["self.value = value", "self.sum += value * n", "self.count += n", "self.mean = self.sum / self.count"], ["self.mean = 0.9 * self.mean + 0.1 * value", "self.sum -= value - n"], ["self.sum += value if n else 0.0"], ["self.sum += n + value", "self.last = value"], ["total = self.sum + value", "self.sum = total"], ["self.sum += value", "if self.sum > 3:", "    self.sum = 0.0"], ["self.sum += value / self.count"], ["self.sum += value", "self.kept.append(self.sum)"], ["self.sum *= value"], ["self.sum += 2 * value - 1", "return self.sum"], ["self.sum += value", "print('sum')"], ["self.mean = 0.9 * self.mean + (1 - 0.9) * value"], ["self.mean = self.mean + 0.1 * (value - self.mean)"], ["self.mean += 0.1 * (value - self.mean)"], ["self.mean = self.mean * 0.5 + value / 2", "self.last = self.mean"]))
    call = draw(f"meter.update({read}, 2)", f"meter.update({read}, x.dim())", f"meter.update({read})", f"meter.update(n=3, value={read})", f"meter.sum += {read}", f"meter.sum = meter.sum + {read} * 2", f"v = {read}\nmeter.update(v)", f"meter.update({read}, 2); y = y + 1", f"if x.dim() > 0:\n    meter.update({read}, 2)")
    lines = ["y = x * 2", f"loss = {draw('x.float().square().mean()', 'x.float().mean()', 'F.mse_loss(x.float(), y.float())', 'x.float().sum()', 'x.double().max()', 'x.half().mean()', 'x.sum()')}", "k = x.sum()", *call.split("\n")] + draw.of(([], [], ["y = y + 1"], ["y = y + meter.count"], ["y = y * meter.sum"], ["meter.update(loss.item())"], ["y = y / (meter.mean + 1)"], ["y = loss / meter.mean"], ["y = y * meter.mean"], ["y = meter.mean - loss"], ["y = torch.where(x > meter.sum, x, y)"], ["m = meter.mean", "y = y - m * 2"], ["y = y.half() * meter.mean"], ["if loss > meter.mean:", "    y = y + 1"], ["y = y // meter.mean"], ["y = x[0] * meter.mean"]))
    module = ("@dataclasses.dataclass", "class Meter:", f"    sum: float = {draw('0.0', '0', '0.0')}", "    mean: float = 0.0", "    last: float = 0.0", "    value: float = 0.0", "    count: int = 1", "    kept: list = dataclasses.field(default_factory=list)", "", "    def update(self, value, n: int = 1):", *indented(indented(body)), "")
    lines = [line.replace("meter.", "self.meter.") for line in lines]
    calls = draw.same(4, dtypes=draw(("float32",), ("float32", "float64"), FLOATS, ALL), shapes=((3,), (2, 3), (), (0,)))
    return Piece(["x: torch.Tensor"], lines, draw("y", "y", "y, k"), calls, module=module, imports=("import dataclasses",), init=["self.meter = Meter()"], method=True)


def fill_by_mask(draw):
    mask = draw("m", "m", "~m", "m != 0", "(m)", "x[..., 0].flatten() > 0", "m & m")
    found = draw("torch.nonzero({m}).flatten()", "torch.nonzero({m}).squeeze(-1)", "torch.nonzero({m}).squeeze(1)", "({m}).nonzero().view(-1)", "torch.where({m})[0]", "({m}).nonzero(as_tuple=True)[0]", "torch.argwhere({m}).flatten()", "torch.nonzero({m}).squeeze()", "torch.nonzero({m})", "({m}).nonzero().reshape(-1)").format(m=mask)
    dim, value = draw("-1", "-1", "0", "1", "-2", "x.dim() - 1"), draw("0", "0.5", "-1", "float('-inf')", "x.dim()", "1", "x.sum()")
    how = draw(f"x.index_fill({dim}, {{p}}, {value})", f"x.index_fill({dim}, {{p}}, {value})", f"torch.index_fill(x, {dim}, {{p}}, {value})", f"y.index_fill_({dim}, {{p}}, {value})", f"x.index_fill(dim={dim}, index={{p}}, value={value})", f"(x * 2).index_fill({dim}, {{p}}, {value})", f"x.t().index_fill({dim}, {{p}}, {value})")
    lines = ["y = x * 1"] + prepared(draw)
    if draw.maybe(0.6):
        lines += [f"p = {found}", *draw.of(([], [], [], ["m.logical_not_()"], ["m = ~m"], ["y = y + 1"], ["y = y + len(p)"])), f"z = {how.format(p='p')}"] + draw.of(([], [], ["z = z * 2"], ["y = y.index_fill(-1, p, 3)"], ["z.add_(1)"]))
    else:
        lines.append(f"z = {how.format(p=found)}")
    masks = ("exact([True, False, True])", "exact([False, False, False])", "exact([True, True, True])", "exact([True, False])", "exact([[True, False, True]])", "exact([1, 0, 2])", "exact([True])")
    calls = [source + f"\nargs = (*args, {draw(*masks)})" for source in draw.same(3, dtypes=draw(FLOATS, FLOATS, ALL), shapes=((3,), (2, 3), (3, 3), (3, 2), (2, 2, 3)))]
    return Piece(["x: torch.Tensor", draw("m: torch.BoolTensor", "m: torch.Tensor")], lines, draw("z", "z, y", "z, z.stride()"), calls)


def store_by_mask(draw):
    mask = draw("m", "m", "~m", "y > 0", "x < 1", "(m)", "y != 0", "x", "y[0] > 0", "y[..., 0] > 0", "m & m", "(y > 0) & (y < 1)")
    found = draw("torch.where({m})", "({m}).nonzero(as_tuple=True)", "torch.nonzero({m}, as_tuple=True)", "torch.where({m})[0]", "({m}).nonzero().squeeze(1)", "torch.nonzero({m}).flatten()", "({m}).nonzero()").format(m=mask)
    value = draw("0", "0.5", "-1", "True", "x.sum()", "y.max()", "x.dim()", "float('nan')", "x", "torch.ones(2)", "v", "1 + 2j")
    of = draw("y", "y", "y", "x", "y.view(-1)", "y.t()", "y[:1]", "z")
    lines = ["y = x * 1", f"z = {draw('y', 'y.clone()', 'torch.zeros_like(y)', 'y.double()', 'y[..., :2]')}", "v = x.sum()"] + prepared(draw)
    between = draw.of(([], [], [], ["m.logical_not_()"], ["m = ~m"], ["y = y + 1"], ["y.zero_()"], ["m[0] = True"], ["x = x * 2"]))
    form = draw("whole", "whole", "pair", "direct", "column", "loop")
    if form == "whole":
        lines += [f"i = {found}", *between, f"{of}[i] = {value}"] + draw.of(([], [], [f"z[i] = {value}"], ["n = len(i)"], ["w = y[i]"], [f"{of}[i] += 1"], ["i = 0"]))
    elif form == "pair":
        lines += [f"{draw('i, j', 'i, j', '(i, j)', 'j, i')} = {found}", *between, f"{of}[i, j] = {value}"] + draw.of(([], [], [f"{of}[i, j] = 2"], ["z[j, i] = 1"], ["z[i] = 1"]))
    elif form == "direct":
        lines += [f"{of}[{found}] = {value}"]
    elif form == "column":
        lines += [f"i = {found}", *between, f"{of}[{draw(':, i', 'i, :', '..., i', 'i, 0', '0, i')}] = {value}"]
    else:
        lines += [f"i = {found}", "for k in range(2):", f"    {of}[i] = {draw('k', value)}", *draw.of(([], ["    m = ~m"]))]
    masks_ = ("exact([True, False, True])", "exact([False, False, False])", "exact([[True, False, True], [False, True, True]])", "exact([True, False])", "exact([1, 0, 2])", "exact(True)", "exact([[True], [False]])")
    calls = [source + f"\nargs = (*args, {draw(*masks_)})" for source in draw.same(3, dtypes=draw(FLOATS, FLOATS, ALL), shapes=((3,), (2, 3), (2, 3), (3, 3), (2, 2, 3), ()))]
    return Piece(["x: torch.Tensor", draw("m: torch.BoolTensor", "m: torch.BoolTensor", "m: torch.Tensor")], lines, draw("y", "y, z", "y, y.stride()", "z"), calls)


def sort_by_key(draw):
    made = draw("{'b': x, 'a': x + 1}", "{'b': x, 'a': x + 1}", "{2: x, 1: x * 2, 3: 1}", "{'a': x}", "{}", "given", "given", "dict(given)", "{**given, 'c': x}", "{(1, 'b'): x, (1, 'a'): x}", "{1.5: x, True: x}", "{'a': x, 1: x}", "dict(b=x, a=[x])", "collections.OrderedDict(b=x, a=x)", "{None: x, 'a': x}")
    how = draw("sorted(d.items())", "sorted(d.items())", "sorted(d.items(), reverse=True)", "sorted(d.items(), reverse=flag)", "list(sorted(d.items()))", "sorted(list(d.items()))", "sorted(d.items(), key=None)", "sorted(dict(d).items())", "sorted(zip(d, d.values()))", "sorted(d.items())[:1]")
    body = draw.of((["for name, value in {h}:", "    y = y + value"], ["for name, value in {h}:", "    y = y * 2 + value", "    said.append(name)"], ["y = sum([v for _, v in {h}], y)"], ["items = {h}", "y = y + items[0][1] if items else y"], ["for item in {h}:", "    y = y + item[1]"], ["for i, (name, value) in enumerate({h}):", "    y = y + value * i"], ["d = dict({h})", "y = y + len(d)"]))
    lines = ["y = x * 1", "said = []", "flag = x.dim() > 1", f"d = {made}", *draw.of(([], [], ["item = 3"], ["d = d if flag else dict(d)"])), *[line.format(h=how) for line in body]]
    calls = [c + "\nargs = (*args, {'z': args[0] + 1, 'b': args[0] * 2})" for c in draw.same(2, dtypes=draw(FLOATS, FLOATS, ALL), shapes=SMALL)]
    return Piece(["x: torch.Tensor", draw("given: dict[str, torch.Tensor]", "given: dict")], lines, draw("y", "y, said", "y, d", "y, list(d)"), calls, imports=("import collections",))


def window_by_tensor(draw):
    start = draw("k.long()", "k.long()", "x[..., :2].flatten().argmax() % 2", "(x > 0).sum().clamp(0, 1)", "k.long().sum()", "k.int()", "k.long() + 1", draw("k", "k.long()[0]", "k.to(torch.uint8)", "k.bool()"))
    length = draw("2", "2", "1", "size", "size", "x.dim()", "x.shape[0]", draw("x.shape[-1] - 1", "0", "k"))
    part = draw(f"s : s + {length}", f"s : s + {length}", f"s : {length} + s", f"s:s + {length}", draw(f"s : s + {length} : 1", f"s : s - {length}", f"s : s + {length} + 1"))
    index = draw(part, part, part, f":, {part}", f"..., {part}", f"{part}, :", f"1:, {part}", draw(f"{part}, 0", f"{part}, {part}", f"[0], {part}"))
    lines = ["size = 2", "y = x * 1", f"s = {start}"]
    if draw.maybe(0.65):
        lines += [f"z = {draw('x', 'x', 'y', '(x * 2)')}[{index}]"] + draw.of(([], [], ["z = z * 2"], ["z.mul_(2)"], ["z += 1"], ["y.zero_()"], ["z[0] = 3"], ["z = z.sum()"], ["s = s + 1"], ["s.add_(1)"]))
        back = draw("z", "z, y", "z, z.stride()")
    else:
        value = draw("1", "x[..., :2]", "x[:2] * 2", "2.5", "y", "x.sum()", "torch.ones(2)", "x.double().sum()", "[1, 2]", "True")
        lines += [draw(f"y[{index}] = {value}", f"y[{index}] = {value}", f"y[{index}] += {value}", f"y[{index}] = z = {value}", f"x[{index}] = {value}")]
        back = draw("y", "y, x", "y.sum()")
    calls = [source + f"\nargs = (*args, exact({draw('0', '0', '1', '1', '2', '[1]', '[0, 1]', '-1', '5', 'True')}))" for source in draw.same(3, dtypes=draw(FLOATS, FLOATS, ALL), shapes=((4,), (3, 4), (4, 3), (2, 3, 4), (2, 2)))]
    return Piece(["x: torch.Tensor", draw("k: torch.LongTensor", "k: torch.LongTensor", "k: torch.Tensor")], lines, back, calls)


def cut_one_hot(draw):
    most = draw("i.max() + 1", "i.max() + 1", "i.max() + 2", "i.amax() + 1", "i.max()", "int(i.max()) + 1", "i.sum() + 9", "5", "i.max().item() + 1")
    bound = draw("size", "size", "size", "3", "k", "k", "x.shape[0]", "size + 1")
    classes = draw(f"max({most}, {bound})", f"max({most}, {bound})", f"max({bound}, {most})", f"max({most}, {bound}, 2)", f"min({most}, {bound})", f"max({most}, 4)", f"{most} + {bound}")
    index = draw("i", "i", "i", "i.long()", "(i + 0)", "rows")
    cut = draw(f"[..., :{bound}]", f"[..., :{bound}]", f"[..., :{bound}]", f"[:, :{bound}]", f"[..., {bound}:]", f"[..., 0:{bound}]", f"[..., :{bound}].float()", f"[..., :{bound}:1]")
    lines = ["size = 3", "rows = i * 1"]
    if draw.maybe(0.75):
        lines += [f"n = {classes}"] + draw.of(([], [], [], ["size = 2"], ["n = n + 0"], ["k = k + 1"], ["i = i + 1"], ["i += 1"]))
        classes = "n"
    call = draw(f"F.one_hot({index}, {classes}){cut}", f"F.one_hot({index}, {classes}){cut}", f"F.one_hot({index}, num_classes={classes}){cut}", f"torch.nn.functional.one_hot({index}, {classes}){cut}", f"F.one_hot(tensor={index}, num_classes={classes}){cut}")
    lines += draw.of(([f"y = {call}"], [f"y = {call}"], [f"y = x.sum() * {call}"], [f"y = {call}", "y += 1"], [f"if x.dim() > 1:", f"    y = {call}", "else:", "    y = x"], [f"for step in range(2):", f"    y = {call}"], [f"y = {call}.sum(0)"]))
    calls = []
    for source in draw.same(3, dtypes=FLOATS, shapes=((3,), (2, 3), (4,), ())):
        place = draw("[0, 2, 1]", "[0, 2, 1]", "[[0, 1], [5, 2]]", "[7, 0]", "[2]", "1", "[0, -1]" if draw.maybe(0.2) else "[3, 3]", "[]" if draw.maybe(0.2) else "[1]")
        dtype = draw("int64", "int64", "int64", "int64", draw("int32", "float32", "uint8", "bool"))
        calls.append(source + f"\nargs = (*args, exact({place}).to(torch.{dtype}), {draw('3', '3', '2', '0', '5', '-1')})")
    return Piece(["x: torch.Tensor", draw("i: torch.LongTensor", "i: torch.LongTensor", "i: torch.Tensor"), "k: int"], lines, draw("y", "y", "y, x", "y, i", "y, rows"), calls)


def fill_segments(draw):
    first = draw("0", "0", "1", "2", "-1")
    behind = draw("last + 1 : col + 1", "last + 1 : col + 1", "last + 1 : col + 1", "last : col + 1", "last + 1 : col", "last + 1:col + 1")
    test = draw("col == 0 or col == size - 1", "col == 0 or col == size - 1", "col == 0", "col > 2", "not col < 2", "col + 1 == size and col != 1", "col >= 1", "row == 0", "x.sum() > 0", "1 < col")
    point = draw("a[row, col] = 0", "a[row, col] = True", "b[row, col, col] = True", "a[row, col] = 2.5", "a[row, col] = col", "b[row, col, 0] = True", "a[col, row] = 1")
    segment = draw(f"a[row, {behind}] = torch.arange(0, col - last)", f"a[row, {behind}] = torch.arange(col - last, device=x.device)", f"a[row, {behind}] = 1", f"b[row, {behind}, {behind}] = True", f"b[row, {behind}, {behind}] = True", f"a[row, {behind}] = torch.arange(col + 1)", f"a[row, {behind}] = torch.arange(1, col - last)", f"a[row, {behind}] = torch.arange(0, col - last, dtype=torch.float32)")
    other = draw(segment, point, f"b[row, {behind}, {behind}] = False", "pass", "a[row, col] += 1")
    body = draw.of(([f"if {test}:", f"    {point}", "else:", f"    {segment}"], [f"if {test}:", f"    {point}", f"    {other}", "else:", f"    {segment}"], [segment], [point], [f"if {test}:", f"    {segment}"], [f"if {test}:", f"    {point}", "elif col == 3:", f"    {segment}", "else:", f"    {other}"], [segment, f"if {test}:", f"    {point}"]))
    carry = draw.of((["last = col"], ["last = col"], ["last = col"], ["last = col", "count = count + 1"], ["last = col + 0"])) if "last" in str(body) else draw.of(([], ["last = col"]))
    head = draw.of((["idxs = torch.nonzero(m)", "for i in range(idxs.shape[0]):", "    row, col = idxs[i]"], ["idxs = m.nonzero()", "for i in range(len(idxs)):", "    row, col = idxs[i]"], ["idxs = m.nonzero()", "for row, col in idxs:"], ["for row, col in torch.nonzero(m):"], ["idxs = m.nonzero()", "for i in range(1, idxs.size(0)):", "    row, col = idxs[i]"]))
    made = draw("a = torch.zeros(m.shape)", "a = torch.zeros((rows, size), dtype=torch.long)", "a = torch.full((rows, size), 7.0, dtype=x.dtype)", "a = x * 1", "a = x", "a = torch.zeros((rows, size + 1))", "a = torch.zeros((1, 1)).expand(rows, size)")
    lines = [f"m = {draw('x > 0', 'x > 0', 'x != 0', '(x > 0) & (x < 2)', 'x')}", "rows, size = m.shape", "count = 0", *made.split("\n"), "b = torch.eye(size).bool().unsqueeze(0).repeat(rows, 1, 1)", f"last = {first}"]
    lines += draw.of(([], [], [], ["m |= x > 1"], ["m = m.clone()"], ["view = m"])) + [*head[:1]] + draw.of(([], [], [], ["m.zero_()"], ["a = a + 1"])) * (not head[0].startswith("for")) + head[1:]
    lines += indented(body + carry) + draw.of(([], [], [], ["a = a + last"], ["a = a * 2"], ["a = a + col"] if draw.maybe(0.3) else []))
    return Piece(["x: torch.Tensor"], lines, draw("a, b", "a, b", "a, b, m", "a, b, a.stride()"), draw.same(3, dtypes=draw(FLOATS, FLOATS, ALL), shapes=((1, 5), (2, 4), (3, 6), (2, 0), (1, 1), (0, 3), (4, 3)), layouts=("plain", "plain", "transposed", "strided")))


KINDS = {
    "fill_segments": (fill_segments, "write at all places at once"),
    "cut_one_hot": (cut_one_hot, "compare with the classes"),
    "add_up_tensors": (add_up_tensors, "add up 0-d tensors"),
    "fill_by_mask": (fill_by_mask, "fill by the mask"),
    "store_by_mask": (store_by_mask, "store by the mask"),
    "sort_by_key": (sort_by_key, "sort the items by their keys alone"),
    "window_by_tensor": (window_by_tensor, "take the places of the part|store by the places of the part"),
    "call_when_run": (call_when_run, "call it when the graph runs"),
    "keep_positions": (keep_positions, "index with the tensor$"),
    "digitize_by_torch": (digitize, "find the bins by torch"),
    "call_with_hook": (call_with_hook, "call the hook where the module is called"),
    "take_gradient": (take_gradient, "take the gradient instead of storing it"),
    "capture_gradients": (capture_gradients, "compute the gradients in the graph|make it a leaf that may stay in the graph"),
    "capture_recurrent": (capture_recurrent, "compute the module in the graph"),
    "look_up_by_tensor": (look_up, "look it up in the graph|look them up in the graph"),
    "member_by_tensor": (member_by_tensor, "look for it in the graph"),
    "merge_lists": (merge_lists, "run both sides and select with torch.where"),
    "stay_dense": (stay_dense, "fill a dense tensor by the indices|multiply the dense tensors"),
    "keep_on_object": (keep_on_object, "keep the state on an object"),
    "call_at_once": (call_at_once, "call the function itself"),
    "list_while_tracing": (list_while_tracing, "compute the list while tracing"),
}
