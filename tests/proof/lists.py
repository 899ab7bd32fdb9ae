"""Lists that one side of a branch alone appends to, and masks whose places the sizes tell."""

from branches import NUMBERS, OWN, SAFE, TESTS, VALUES, branch_calls, indented, start
from shell import ALL, FLOATS, Piece, changes, prepared

TERMS = ("{v}.sum()", "{v}.mean()", "({v} * k).sum() / {v}.sum()", "{v}.max()", "{v}.float().pow(2).mean()", "{v}.float().norm()", "torch.log({v}.float().abs().sum())", "{v}.sum() * 2", "1 / {v}.sum()", "F.mse_loss({v}, {v} * 2)",
         "{v}", "{v}.sum().item()", "1.5", "{v} * 2", "{v}.sum(0)", "torch.sqrt({v}.float().sum())", "{v}[0]")
ASKED = ("if not outs:\n    return x.sum() * 0", "if len(outs) == 0:\n    return x * 0", "if outs:\n    x = x + len(outs)", "x = x * 1 if outs else x * 2", "if len(outs) > 1:\n    x = x / len(outs)", "", "", "", "x = x + sum(outs)", "outs.append(x.sum())", "y = len(outs)")
BACK = ("sum(outs) / len(outs)", "sum(outs) / max(len(outs), 1)", "torch.stack(outs).mean()", "torch.stack(outs).sum()", "sum(outs)", "sum(outs), x", "x + sum(outs) / len(outs)", "outs", "sum(outs) if outs else x.sum() * 0",
        "torch.stack(outs).mean() if len(outs) > 0 else x.sum()", "len(outs)", "outs[-1]", "sum(outs) / len(outs) if outs else x", "torch.stack(outs)", "sum(outs, x.sum())")


def counted(draw):
    """Lists that are filled where a test holds, and added up or counted behind it."""
    def test():
        return draw.of(TESTS[:8]).format(v=draw("part", "part", "y", "part * k"))

    term = draw.of(TERMS[:10] + TERMS).format(v=draw("part", "part", "part", "y"))
    before = draw.of(([], [], ["part = part * 2"], ["m = part.sum()", "part = part / m"], ["y = y + 1"], ["print(k)"]))
    fill = [*before, f"outs.append({term})"]
    if draw.maybe(0.15):
        fill.append(f"more.append({draw('part.sum()', 'k', 'y')})")
    shape = draw.int(0, 3)
    body = [f"if {test()}:", *indented(fill)]
    if shape == 0:
        body = [f"if {test()}:", "    continue", *fill]
    elif shape == 1 and draw.maybe():
        body += [f"if {test()}:", f"    outs.append({draw.of(TERMS[:6]).format(v='part')})"]
    if draw.maybe(0.1):
        body += draw.of((["y = y + len(outs)"], ["if outs: y = y * 2"], ["outs.append(y.sum())"]))
    made = draw.of((["outs = []", "more = []"], ["outs, more = [], []"], ["outs = []", "more = outs"], ["outs = [x.sum()]", "more = []"]) if draw.maybe(0.3) else (["outs = []", "more = []"],))
    loop = [f"for k, part in enumerate({draw('(x, y)', '[x, -x, x * 2]', 'x', '(x, x * 0, -x)')}):", *indented(body)]
    lines = [*start(draw), *made, *loop, *draw.of(ASKED).split("\n")]
    lines += draw.of(([], [], [], ["x = x * 2"], changes(draw, "x", 1.0), ["x = x + sum(more)"]))
    return Piece(["x: torch.Tensor"], [line for line in lines if line], draw.of(BACK[:6] + BACK), branch_calls(draw))


SQUARES = ("torch.eye(n)", "torch.eye(n, dtype=torch.bool)", "torch.ones(n, n)", "torch.ones((n, n), dtype=torch.bool)", "torch.eye(n, n, dtype=torch.int64)", "torch.ones(n, n).triu(1)", "torch.triu(torch.ones(n, n), diagonal=1)", "torch.ones(n, n).tril(-1)", "torch.tril(torch.ones(n, n))", "torch.ones(n, n).triu()",
           "torch.ones(n, n).fill_diagonal_(0)", "torch.ones(n, m)", "torch.eye(n, m)", "torch.ones(n, n).triu(2)", "torch.ones_like(x)", "torch.ones(n, n).triu(k)")
TURNED = ("{s}.bool()", "{s} == 0", "{s} != 0", "{s} > 0", "~{s}.bool()", "{s}.to(torch.bool)", "(1 - {s}).bool()", "{s} == 1", "{s} < 1", "torch.logical_not({s})", "~({s} == 0)", "{s}.bool().logical_not()", "{s} != 1", "{s} >= 1")
TAKEN = ("x[{m}]", "x[{m}]", "x[{m}]", "x.masked_select({m})", "torch.masked_select(x, {m})", "(x * 2)[{m}]", "x[{m}] * 2", "x[{m}] + x[{m}]", "x[None][:, {m}]")
BEHIND = (".view(-1)", ".view(n, -1)", ".sum()", ".mean()", "", "", ".reshape(-1, 1)", ".softmax(0)", ".view(n, n - 1)", ".view(n - 1, n)", ".max()", ".tolist()", ".cumsum(0)")


def select_known_places(draw):
    mask = draw.of(TURNED).format(s=draw.of(SQUARES))
    lines = [*prepared(draw), "n, m = x.shape[0], x.shape[-1]", f"k = {draw('0', '1')}", f"mask = {mask}", *draw.of(([], [], [], [], ["mask[0] = True"], ["mask.logical_not_()"], ["mask = mask & (x > 0)"], ["mask = mask | mask.t()"], ["mask.diagonal().fill_(False)"], ["other = mask", "other[:1] = True"], ["row = mask[0]", "row.zero_()"], ["size = mask.shape", "k = mask.sum()"]))]
    taken = draw.of(TAKEN).format(m=draw("mask", "mask", "mask", f"({mask})", "~mask"))
    lines += [f"z = {taken}{draw.of(BEHIND)}", *draw.of(([], [], ["z = z * 2"], changes(draw, "x", 1.0), ["mask.zero_()"]))]
    return Piece(["x: torch.Tensor"], lines, draw("z", "z, x", "z, y"), draw.same(3, dtypes=draw(FLOATS, ALL), shapes=((3, 3), (4, 4), (2, 2), (1, 1), (0, 0), (5, 5), (6, 6))))


COUNTED = ("counts = torch.zeros(3, dtype=torch.long).scatter_add_(0, ids, torch.ones_like(ids))", "counts = torch.bincount(ids, minlength=3)", "counts = F.one_hot(ids, 3).sum(0)", "counts = (ids[:, None] == torch.arange(3)).sum(dim=0)")
LISTED = ("counts.tolist()", "counts", "listed", "listed", "counts.cpu().numpy()")
MADE = ("listed = counts.tolist()", "listed = counts.cpu().numpy()", "listed = counts.detach().cpu().tolist()", "listed = counts")
ROWS = ("out[rows] = {v}", "out = out.index_add(0, rows, {v})", "out.index_add_(0, rows, {v})", "out[{a}:{b}] = {w}", "outs.append({w})", "outs.append({w})", "out[rows] += {v}", "out[{a}:{b}].add_({w})", "outs.append({w}.sum(0))", "out = out + {w}.sum()", "rows = rows + 1", "out[{a}] = 1")
PARTS = ("self.experts[e](x[rows])", "x[rows] * 2", "torch.relu(x[rows])", "x[rows] * w[e]", "self.experts[e](x[rows]).exp()", "x[rows] - x[rows].mean()", "x[rows].softmax(0)", "x[rows].cumsum(0)")
WHOLE = ("self.experts[e](part)", "part * 2", "torch.relu(part)", "part - part.mean()", "part - part.max()", "self.experts[e](part).exp()", "part.view(-1, 4)", "part.sort(0).values", "part + part.sum(0)")


def visit_counted_groups(draw):
    """Groups of sorted rows that are gone through by their numbers."""
    listed = draw.of(LISTED)
    made = [draw.of(MADE)] if listed == "listed" else []
    first, last = "start", draw("end", "start + n")
    body = [f"end = start + n"] if last == "end" else []
    work = [f"rows = order[{first}:{last}]", f"part = xs[{first}:{last}]", draw.of(ROWS).format(v=draw.of(PARTS), w=draw.of(WHOLE), a=first, b=last)]
    work += draw.of(([], [], [], ["print(e)"], ["x = x + n"], ["seen = n"], ["seen = start + n"], ["seen = seen + 1"], ["w = xs[:, start:3].sum() + w"], ["last = part"], ["w = w * 2"], ["last = last + 1", "x = x + last.sum()"]))
    move = draw("start += n", "start = start + n", "start = end" if last == "end" else "start += n", "start += n", "start += 1")
    test = draw("n == 0", "n == 0", "n < 1", "not n", "n <= 0", "n == 1")
    some = draw("n > 0", "n != 0", "n", "n >= 1", "n > 1")
    wrapped = draw.maybe(0.3)
    body += [f"if {some}:", *indented([*work, move])] if wrapped else [f"if {test}:", "    continue", *work, move]
    head = draw(f"for e, n in enumerate({listed}):", f"for e, n in enumerate({listed}):", f"for e, n in zip(range(3), {listed}):")
    lines = ["ids = x.detach().float().sum(-1).abs().long() % 3", draw.of(COUNTED), "order = ids.argsort(stable=True)", "xs = x[order]", "out = torch.zeros_like(x)", "outs = []", "w = x.sum(0)", "seen = 0", "last = x", *made, "start = 0", head, *indented(body)]
    if any("outs.append" in line for line in work):
        lines += draw.of((["y = torch.cat(outs)"], ["y = torch.cat(outs, dim=0) if len(outs) else xs.new_empty(0)"], ["y = torch.stack(outs)"], ["y = torch.cat(outs)", "out = torch.empty_like(y)", "out[order] = y"], ["y = len(outs)"]))
        back = draw("y", "out, y", "y, start")
    else:
        back = draw("out", "out", "out, x", "out, seen", "out, start", "last, out")
    init = ["self.experts = torch.nn.ModuleList(torch.nn.Linear(4, 4) for _ in range(3))"]
    return Piece(["x: torch.Tensor"], lines, back, draw.same(3, dtype="float32", shapes=((5, 4), (3, 4), (8, 4), (1, 4), (6, 4))), init=init)


SOURCES = ("ids", "ids", "ids.flatten()", "ids.int()", "other", "torch.arange(3)", "x[:, 0].long()", "ids.to(torch.uint8)", "square", "ids[::2]", "ids.unsqueeze(-1)", "(x[0] > 0)")


def add_at_once(draw):
    """Loops that add at the places which tensors hold."""
    into = draw("torch.zeros(3, 3, dtype=torch.long)", "torch.zeros(3, 3)", "torch.zeros(3, 4, 2)", "torch.zeros(3)", "x.new_zeros(3, 3)", "torch.ones(4, 4, dtype=torch.int32)", "torch.zeros(3, 3, dtype=torch.bool)", "self.held", "x[:3].clone()", "ids.view(-1)")
    one, two = draw.of(SOURCES), draw.of(SOURCES)
    listed = draw("", "", ".tolist()")
    read = "{v}" if listed else draw("{v}.item()", "{v}.item()", "int({v})", "{v}")
    a, b = read.format(v="a"), read.format(v="b")
    added = draw("1", "1", "1", "2", "0.5", "w", "w.item()", "float(w)", "x.sum()", "len(ids)", "a", "-1")
    place = draw(f"{a}, {b}", f"{a}, {b}", f"{a}", f"{b}, {a}", f"{a}, 0", f"{a}, :", f"{a} - 1, {b}", f"{a} + 0")
    through = draw(f"zip({one}{listed}, {two}{listed}, weight)", f"zip({one}{listed}, {two}{listed}, weight)", f"enumerate({one}{listed})", f"zip({one}{listed}, {two}{listed})", f"zip({one}{listed}, {two}{listed}, weight.tolist())")
    names = "a, b, w" if "weight" in through else "a, b"
    body = draw.of(([f"cm[{place}] {draw('+=', '+=', '+=', '-=', '*=', '=')} {added}"],) * 5 + ([f"cm[{place}] += 1", "y = y + 1"], [f"if {a} != 1:", f"    cm[{place}] += 1"]))
    loop = [f"for {names} in {through}:", *indented(body)]
    if draw.maybe(0.6):
        one, two = draw("ids", "ids", "ids.flatten()", "ids[::2]", "ids.int()"), draw("other", "other", "other.int()", "ids")
        a, b = ("a", "b") if listed else ("a.item()", draw("b.item()", "int(b)"))
        into = draw("torch.zeros(3, 3, dtype=torch.long)", "torch.zeros(3, 3)", "x.new_zeros(3, 3)", "self.held", "torch.ones(3, 3, 2)", "torch.zeros(3, 4).t()", "torch.zeros(3, 3).double()")
        loop = [f"for a, b, w in zip({one}{listed}, {two}{listed}, weight):", f"    cm[{draw(f'{a}, {b}', f'{b}, {a}', a)}] {draw('+=', '+=', '-=')} {draw('1', '2', '0.5', 'w.item()', 'float(w)', b)}"]
        if draw.maybe():
            loop = [f"for a, b in zip({one}{listed}, {two}{listed}):", f"    cm[{draw(f'{a}, {b}', f'{a}, {a}', b)}] {draw('+=', '+=', '-=')} {draw('1', '1', '3', a)}"]
    elif draw.maybe(0.5):
        loop = [f"for a in {one}{listed}:", f"    cm[{a}] {draw('+=', '-=')} {draw('1', '1.5', 'a')}"]
    lines = ["ids, other = (x[:, 0] * 7).long() % 3, (x[:, -1] * 5).long() % 3", "square, weight = ids.view(1, -1), x[:, 0]", *prepared(draw), f"cm = {into}", *loop]
    lines += draw.of(([], [], ["cm = cm * 2"], ["y = y + a"] if draw.maybe(0.3) else [], changes(draw, "x", 1.0), ["other.zero_()"]))
    return Piece(["x: torch.Tensor"], lines, draw("cm", "cm, x", "cm.diag(), x" if "3, 3" in into else "cm", "cm, ids"), draw.same(3, dtypes=FLOATS[:2], shapes=((4, 3), (3, 2), (1, 3), (0, 3), (8, 2))), init=["self.register_buffer('held', torch.zeros(3, 3))"])


TABLES = ("[1.0, 4.0, 0.5]", "(1.0, 2.0, -1.0)", "[3, 1, 2]", "(7, 0, -2)", "[True, False, True]", "[1, 2.5, 3]", "[[1, 2], [3, 4], [5, 6]]", "[1.0, x.sum(), 2.0]", "TABLE", "TABLE", "LEVELS", "self.levels", "{0: 1.0, 1: 2.0, 2: 3.0}", "['a', 'b', 'c']")
GROUPS = ("{0, 2}", "(1, 2)", "[0]", "SPECIAL", "SPECIAL", "KEPT", "set()", "{1.0, 2.0}", "{0: 1, 1: 2}", "range(1, 3)", "x")


def look_up_list(draw):
    """Tensors made of lists in which a table answers for each number of a tensor."""
    source = draw.of(SOURCES)
    if draw.maybe():
        listed, read = ".tolist()", "c"
    else:
        listed, read = "", draw("int(c)", "c.item()", "c", "int(c) - 1")
    table = draw.of(TABLES)
    if draw.maybe(0.6):
        element = draw(f"table[{read}]", f"table[{read}]", f"table[{read}]", f"table[-{read}]", f"table[{read}] * 2", f"table[{read}][0]")
    else:
        element = f"{read} {draw('in', 'in', 'not in')} {draw.of(GROUPS)}"
    options = draw("", "", "", ", dtype=torch.float64", ", dtype=torch.long", ", device=x.device", ", dtype=x.dtype, device=x.device", ", requires_grad=True")
    made = draw("torch.tensor([{e}]{o})", "torch.tensor([{e}]{o})", "x.new_tensor([{e}]{o})", "torch.as_tensor([{e}]{o})", "torch.tensor([{e}]{o}).sum()", "sum([{e}])", "torch.FloatTensor([{e}])")
    made = made.format(e=f"{element} for c in {source}{listed}{draw('', '', '', ' if c > 0', ' for _ in range(2)')}", o=options)
    lines = ["ids, other = (x[:, 0] * 7).long() % 3, (x[:, -1] * 5).long() % 3", "square = ids.view(1, -1)", *prepared(draw), f"table = {table}", *draw.of(([], [], [], ["table = table + table"], ["ids.zero_()"])), f"z = {made}"]
    lines += draw.of(([], ["z = z * 2"], changes(draw, "x", 1.0), ["ids.add_(1)"], ["z = z + table[0]"]))
    return Piece(["x: torch.Tensor"], lines, draw("z", "z, ids", "z, x"), draw.same(3, dtypes=FLOATS[:2], shapes=((4, 3), (3, 2), (1, 3), (0, 3), (8, 2))), init=["self.levels = [1.0, 0.25, 4.0]"], module=("TABLE, LEVELS = [0.5, 0.25, 2.0], (1, 2, 4)", "SPECIAL, KEPT = {0, 2, 5}, (1, 3)", ""))


def drop_unread(draw):
    """Times and numbers that are taken, and perhaps read."""
    value = draw("time.time()", "time.perf_counter()", "time.monotonic()", "time.perf_counter() - start", "(time.time() - start) * 1000", "y.sum().item()", "total.item()", "total.item() * 2", "y.item()", "time.sleep(0)", "time.perf_counter_ns()", "total.item() + y.shape[0]", "start", "total.item() / 2", "float(total)", "next(numbers)")
    lines = ["numbers = iter((1, 2, 3))", *prepared(draw), "total = y.sum()", draw("start = time.time()", "start = time.perf_counter()", "start = 1.0"), draw("y = y * 2", "y = torch.relu(y)"), draw(f"took = {value}", f"took = {value}", f"took = other = {value}", value, f"took: float = {value}", f"took = {value}; y = y + 1")]
    lines += draw.of(([], [], [], ["del took"] if draw.maybe(0.2) else [], ["seen = len(locals())"], ["show = lambda: took"], ["y = y + (took is None)"], ["took = 2"], ["print('done')"]))
    if draw.maybe(0.3):
        lines = [lines[0], "if x.dim() > 1:", *indented(lines[1:]), "else:", "    y = x"]
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x", "y, next(numbers)"), draw.same(3, dtypes=draw(FLOATS, ALL)), imports=("import time",))


def copy_parameters(draw):
    """Modules that load the state of other ones."""
    net = draw("torch.nn.Linear(3, 3)", "torch.nn.Linear(3, 3)", "torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.BatchNorm1d(3))", "torch.nn.BatchNorm1d(3)", "torch.nn.Linear(3, 3, bias=False)", "torch.nn.ModuleDict({'a': torch.nn.Linear(3, 3)})['a']", "torch.nn.GRUCell(3, 3)")
    other = net if draw.maybe(0.85) else draw("torch.nn.Linear(3, 3).double()", "torch.nn.Linear(3, 3)", "torch.nn.Sequential(torch.nn.Linear(3, 3))")
    load = draw("self.target.load_state_dict(self.net.state_dict())", "self.target.load_state_dict(self.net.state_dict())", "target.load_state_dict(net.state_dict())", "self.target.load_state_dict(self.net.state_dict(), strict=False)", "found = self.target.load_state_dict(self.net.state_dict())", "self.target.load_state_dict(dict(self.net.state_dict()))", "self.net.load_state_dict(self.net.state_dict())")
    used = draw("self.net(x) + self.target(x)", "self.target(x)", "self.target(x).detach() - self.net(x)")
    lines = ["net, target = self.net, self.target", *draw.of(([], ["x = self.target(x)"], ["x = self.net(x)"], ["x = x * 2"])), *draw.of(([load], [load], ["with torch.no_grad():", f"    {load}"], ["if x.shape[0] > 2:", f"    {load}"])), f"z = {used}"]
    return Piece(["x: torch.Tensor"], lines, draw("z", "z", "z, x"), draw.same(3, dtype="float32", shapes=((4, 3), (2, 3), (3, 3))), init=[f"self.net = {net}", f"self.target = {other}", *draw.of(([], ["self.target.requires_grad_(False)"], ["self.target.weight = self.net.weight"] if net.startswith("torch.nn.Linear") and other.startswith("torch.nn.Linear") else []))])


KINDS = {
    "visit_counted_groups": (visit_counted_groups, "visit all groups, not only those that have rows"),
    "counted": (counted, "run both sides"),
    "select_known_places": (select_known_places, "take the places that the mask is known to have"),
    "add_at_once": (add_at_once, "add at all places at once"),
    "look_up_list": (look_up_list, "look the numbers up by the tensor|look for the numbers in the graph"),
    "drop_unread": (drop_unread, "leave out what nothing reads"),
    "copy_parameters": (copy_parameters, "copy the parameters and buffers"),
}
