"""Programs with a loop that breaks the graph and adds up its result in place: experts, segments, groups."""

from shell import Piece, changes

SHAPE = (6, 4)
MADE = ("out = torch.zeros_like(x)", "out = torch.zeros(x.shape, dtype=x.dtype)", "out = x.new_zeros(x.shape)", "out = torch.empty_like(x).fill_(0)", "out = x.clone()",
        "out = torch.zeros_like(x).transpose(0, 1).contiguous().transpose(0, 1)", "out = x * 0.5", "out = torch.ones_like(x)", "out = x", "out = x.view(x.shape)", "out = x.detach()")
ROUTED = ("chosen = x.argmax(-1) % 3", "chosen = (x.sum(-1) > 0).long()", "chosen = torch.arange(x.shape[0]) % 3", "chosen = x[:, 0].long().abs() % 3", "chosen = torch.topk(x, 2, dim=-1).indices[:, 0] % 3")
HELD = ("kept = [out]", "view = out[:1]", "alias = out", "size = out.shape", "flat = out.view(-1)", "total = out.sum()")
ADDED = ("out.index_add_(0, rows, {v})", "out[rows] += {v}", "out[rows] = {v}", "out.index_copy_(0, rows, {v})", "out[rows] = out[rows] + {v}", "out = out.index_add(0, rows, {v})", "out.index_add_(0, rows, {v}.to(out.dtype))",
         "out[rows, :2] = {v}[:, :2]", "out += {v}.sum()", "x[rows] = {v}", "out[rows].add_({v})", "parts.append({v})", "out.resize_(out.shape)", "self.seen = {v}", "count += {v}.shape[0]")
VALUES = ("self.experts[e](x[rows])", "x[rows] * scale", "torch.relu(x[rows]) * 2", "self.weight[e] * x[rows]", "F.linear(x[rows], self.weight)", "self.mix(x[rows])", "x[rows] @ self.weight", "x[rows].exp()", "F.dropout(x[rows], 0.5, self.training)",
          "self.norm(x[rows])", "double(x[rows])", "noisy(x[rows])", "marked(x[rows])", "self.step(x[rows])", "x[rows].sin() * out[rows]")
MODULE = ("def double(tensor):", "    new = tensor * 2", "    new.add_(1)", "    return new", "", "def noisy(tensor):", "    return tensor + torch.rand_like(tensor)", "",
          "def marked(tensor):", "    tensor[:1] = 3", "    return tensor", "")
INIT = ("self.experts = torch.nn.ModuleList(torch.nn.Linear(4, 4) for _ in range(3))", "self.mix = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.GELU())", "self.weight = torch.nn.Parameter(torch.ones(4, 4))", "self.norm = torch.nn.BatchNorm1d(4)")
METHODS = ("def step(self, tensor):", "    return self.mix(tensor) * self.weight[0]", "")


def body(draw):
    added = draw.of(ADDED).format(v=draw.of(VALUES))
    find = draw("(rows,) = torch.where(chosen == e)", "rows = torch.where(chosen == e)[0]", "rows = (chosen == e).nonzero().squeeze(-1)", "rows = torch.nonzero(chosen == e, as_tuple=True)[0]")
    skip = draw.of(([], ["if rows.numel() == 0:", "    continue"], ["if len(rows) < 1:", "    continue"], ["if rows.shape[0] == 0: break"]))
    lines = [find, *skip, *draw.of(([], [], [], ["part = x[rows]", "part.mul_(2)"], ["part = x[:2]", "part.mul_(2)"])), added]
    head = draw("for e in range(3):", "for e in range(3):", "for e in torch.unique(chosen):", "for e in chosen.unique().tolist():", "for e in hit:")
    made = ["hit = torch.nonzero(torch.bincount(chosen, minlength=3)).flatten()"] if head == "for e in hit:" else []
    if made and draw.maybe():
        made = ["with torch.no_grad():", "    " + made[0]]
    return made + [head, *["    " + line for line in lines]]


def outline(draw):
    lines = ["scale = " + draw("2", "0.5", "True", "x.shape[0]", "x.mean()", "None or 3"), "count = 0", "parts = []", draw.of(ROUTED)]
    lines += [draw.of(MADE)] + (draw.some(HELD, 0, 1) if draw.maybe(0.3) else []) + changes(draw, "out", 0.1)
    lines += body(draw)
    lines += draw.of(([], [], ["out = out * 2"], ["out.mul_(2)"], ["y = out + x"], changes(draw, "x", 1.0)))
    results = draw("out", "out", "out, x", "out.sum()", "out, count", "(out, *parts)")
    dtypes = draw(("float32",), ("float32", "float64"))
    return Piece(["x: torch.Tensor"], lines, results, draw.same(3, dtypes=dtypes, shape=SHAPE, layouts=draw(("plain",), ("plain", "strided", "transposed"))), module=MODULE, init=INIT, methods=METHODS, options=("--outline",))


TESTED = ("torch.equal(x, y)", "torch.equal(x[:1], y[:1])", "torch.allclose(x, y)", "x.sum() > 0", "bool((x > 1).any())", "(x > y).all().item()", "x.abs().max() > 3 and y.sum() > 0", "int((x > 0).sum()) > 4", "float(x.mean()) < 0.5",
          "len(x[x > 0]) > 3", "x[x > 1].numel() == 0", "torch.linalg.det(x[:2, :2]) == 0", "x.argmax().item() == 2", "x.requires_grad")
SIDES = ("torch.linalg.solve(x[:, :4].T @ x[:, :4] + torch.eye(4, dtype=x.dtype), x.T)", "(x @ x.T).T", "x * 2", "x.clone()", "x", "x.t().contiguous().t() * 3", "y.view(x.shape)", "x + y", "torch.sort(x, dim=-1).values", "x[x > 0].mean() * y", "x[:1] * 2",
         "x.double() * 2", "torch.zeros_like(x)", "x.detach() * 2", "x * y.sum().item()", "x.flip(0) * int((x > 0).sum())", "self.mix(x)", "x @ self.weight", "double(x)", "pick(x, y, same)", "noisy(x)", "x.expand(2, *x.shape)[0] * 1",
         "torch.stack([x, y]).mean(0)", "x.index_add(0, torch.where(x.sum(-1) > 0)[0], y[x.sum(-1) > 0])", "torch.tensor([float(v) for v in x.sum(-1).tolist()], dtype=x.dtype)[:, None] * y")
AFTER = ("found.mul_(2)", "found[:1].fill_(3)", "found.diagonal().zero_()", "found = found + scale", "y.add_(1)", "kept.append(found)", "self.seen = found", "count += 1", "found = found * (2 if same else 3)")
OWN = (*MODULE, "def pick(one, other, same):", "    if same and not one.requires_grad:", "        new = one * 1", "        new[:1].fill_(0)", "        return new", "    return other * 2", "")


def outline_result(draw):
    lines = ["scale = " + draw("2", "0.5", "x.shape[0]", "x.mean()"), "count, kept = 0, []", draw("y = x * 1", "y = x + 1", "y = x.detach().clone()", "y = x.sin()", "y = x.t().contiguous().t()")]
    lines += ["same = " + draw.of(TESTED)]
    one, other = draw.of(SIDES), draw.of(SIDES)
    after = draw.some(AFTER, 0, 1) if draw.maybe(0.4) else []
    form = draw("if", "if", "return", "return", "raise", "choice", "two", "pair")
    if form == "if":
        lines += ["if same:", "    found = " + one, *["    " + line for line in after], "else:", "    found = " + other]
    elif form == "return":
        lines += ["if same:", "    return " + one]
        lines += ["found = " + other, *after]
    elif form == "two":
        lines += ["if same:", f"    found, second = {one}, {draw.of(SIDES)}", "else:", f"    found, second = {other}, {draw.of(SIDES)}", *after, "kept.append(second)"]
    elif form == "pair":
        lines += ["if same:", f"    return {one}, x.argmax()", *after, f"return {other}, " + draw("y.argmax()", "y.sum()", "(x > 0).sum()")]
    elif form == "raise":
        lines += ["found = " + one, "if x.sum() > 20:", "    raise ValueError('large')", "if same:", "    found = found + 1", *after]
    else:
        lines += [f"found = {one} if same else {other}", *after]
    lines += draw.of(([], [], ["found = found * 2"], ["found.mul_(2)"], changes(draw, "x", 1.0)))
    results = draw("found", "found", "found", "found + x", "found.sum()", "(found, count)", "torch.relu(found) * 2")
    if form in ("two", "pair"):
        results = draw("(found, second)", "found + second", "second", "found") if form == "two" else None
        lines = lines if results else lines[:-1] + ["found = " + other]
        results = results or "(found, x.argmax())"
    dtypes = draw(("float32",), ("float32", "float64"))
    calls = draw.same(3, dtypes=dtypes, shape=SHAPE, layouts=draw(("plain",), ("plain", "strided", "transposed")))
    return Piece(["x: torch.Tensor"], lines, results, calls, module=OWN, init=INIT, methods=METHODS, options=("--outline",))


ASKED = ("not self.ready", "self.count == 0", "x.sum() > 0", "(x[:, 0] > 1).any()", "not self.ready and x.shape[0] > 2", "self.mean.abs().sum().item() < 4", "self.count < steps", "x.requires_grad")
FREE = ("self.mean.data.copy_({v})", "self.mean.data[:2] = {v}[:2]", "self.mean.data.add_({v})", "self.mean.data.view(2, 2).mul_(2)", "self.count.data += 1", "self.count.data.add_(steps)", "self.ready.data.copy_(torch.tensor(True))", "self.table.data[x.argmax(-1) % 6] = {v}",
        "self.fill({v})", "print('filled', steps)", "print('sum', x.sum().item())", "own = torch.zeros(4, dtype=x.dtype)\nown.add_({v})\nself.mean.data.copy_(own)")
QUIET = ("self.mean.copy_({v})", "self.mean.lerp_({v}.to(self.mean.dtype), 0.5)", "self.mean += {v}", "self.table[0].copy_({v})", "self.count.add_(1)", "self.table.index_add_(0, torch.where(x.sum(-1) > 0)[0], self.table[x.sum(-1) > 0] * 0 + 1)")
OTHER = ("self.mean.copy_({v})", "self.mean = {v}.detach()", "self.register_buffer('mean', {v}.detach())", "self.weight.data[0] = {v}", "x.mul_(2)", "self.note = steps", "view = self.mean[:2]\nview.data.mul_(2)", "late = {v}", "marked(x)", "self.mix[0].bias.data.copy_({v})", "raise ValueError('never')")
MEANS = ("x.mean(0)", "x[x.sum(-1) > 0].sum(0)", "x[torch.randperm(x.shape[0])[:2]].mean(0)", "torch.randn(4, dtype=x.dtype)", "torch.linalg.eigvalsh(x.T @ x)", "torch.unique(x).sum().expand(4)", "x[0] * scale", "self.mix(x).mean(0)", "double(x)[0]")
BUFFERS = ("self.register_buffer('mean', torch.zeros(4))", "self.register_buffer('ready', torch.tensor(False))", "self.register_buffer('count', torch.tensor(0))", "self.register_buffer('table', torch.ones(6, 4))")


def written(draw):
    lines = []
    for _ in range(draw(1, 2, 3)):
        quiet = draw.maybe(0.3)
        found = draw.of(QUIET if quiet else OTHER if draw.maybe(0.12) else FREE).format(v=draw.of(MEANS)).split("\n")
        lines += ["with torch.no_grad():", *["    " + line for line in found]] if quiet else found
    return lines


def outline_change(draw):
    before = draw.of(([], [], ["early = self.mean * 1"], ["early = self.mean"], ["early = self.mean * x"], ["y = x * self.weight[0]"], ["early = self.table[:1] + x[:1]"]))
    lines = ["scale = " + draw("2", "0.5", "x.shape[0]"), "steps = " + draw("3", "x.shape[0]", "1"), *before]
    change, asked = written(draw), draw.of(ASKED)
    methods = [*METHODS, "def fill(self, value):", "    self.mean.data.copy_(value)", "    self.count.data.add_(1)", ""]
    if draw.maybe(0.4):
        methods += ["def start(self, x, steps, scale):", f"    if not ({asked}):", "        return" + draw("", "", "", " x"), *["    " + line for line in change], ""]
        lines.append("self.start(x, steps, scale)")
    else:
        lines += [f"if {asked}:", *["    " + line for line in change]]
        if draw.maybe(0.15):
            lines += ["else:", "    " + draw("self.count.data.sub_(1)", "pass", "print('kept')", "late = 2")]
    used = "early" if before and "early" in before[0] else "x"
    results = draw("x - self.mean", f"(x - self.mean, {used} * 2)", f"{used} + self.mean", "(x * self.table, self.count * 2)", f"({used}, self.mean)", "x * 2", "(x - self.mean, late)" if "late" in "".join(lines) else "x + self.mean")
    calls = draw.same(3, dtypes=("float32",), shape=SHAPE, layouts=draw(("plain",), ("plain", "strided", "transposed")))
    return Piece(["x: torch.Tensor"], lines, results, calls, module=MODULE, init=(*INIT, *BUFFERS), methods=methods, options=("--outline",))


KINDS = {"outline_change": (outline_change, "change the buffers uncompiled, by one operator of the graph"), "outline": (outline, "run it uncompiled, as one operator of the graph"), "outline_result": (outline_result, "compute it uncompiled, as one operator of the graph")}
