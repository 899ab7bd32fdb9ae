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


KINDS = {
    "visit_counted_groups": (visit_counted_groups, "visit all groups, not only those that have rows"),
    "counted": (counted, "run both sides"),
    "select_known_places": (select_known_places, "take the places that the mask is known to have"),
}
