"""Programs that select by a mask: reduced, written back, counted, by rows."""

from shell import ALL, FLOATS, INTS, Piece, changes, indented, prepared

MASKS = ("y > 0", "y != 1", "y > 0.5", "torch.isfinite(y)", "y == y", "y < -99", "~(y > 0)", "(y > 0) & (y < 2)", "x > 0", "y.abs() > 0.5", "y.bool()")
REDUCED = ("sum()", "mean()", "any()", "all()", "max()", "min()", "numel()", "shape[0]", "prod()", "std()", "sum(0)")


def mask_calls(draw, count=3):
    return draw.same(count, dtypes=draw(FLOATS, ALL), shapes=((3,), (2, 3), (4,), (0,), (1,), (2, 0), (), (2, 2, 2)))


def reduce_by_mask(draw):
    lines = prepared(draw) + changes(draw, "y", 0.15)
    lines += [f"m = {draw.of(MASKS)}"] + draw.of(([], [], [], ["m = m.clone()"], ["m.logical_not_()"], ["m[:1] = True"]))
    selected = draw("y[m]", "y[m]", "torch.masked_select(y, m)", "y.masked_select(m)", "x[m]", f"y[{draw.of(MASKS)}]")
    reduced = draw.of(REDUCED)
    kind = draw.int(0, 5)
    if kind < 3:
        lines += [draw(f"r = {selected}.{reduced}", f"r = {selected}.{reduced}", f"r = {selected}.{reduced} + 1", f"r = torch.{draw('sum', 'mean', 'max', 'any', 'all')}({selected})", f"r = len({selected})")]
    elif kind == 3:
        lines += [f"kept = {selected}", *draw.of(([], ["m.logical_not_()"], ["m = ~m"], ["y = y * 2"], changes(draw, "y", 1.0), ["kept.mul_(2)"])), f"r = kept.{reduced}"]
        lines += draw.of(([], [f"r = r + kept.{draw('sum()', 'mean()', 'numel()', 'shape[0]')}"]))
    elif kind == 4:
        places = draw("places = torch.nonzero(m)", "places = torch.where(m)[0]", "a, b = torch.where(m)", "places = m.nonzero(as_tuple=True)[0]")
        index = "a, b" if places.startswith("a") else draw("places", "places[:, 0], places[:, 1]")
        lines += [places, f"r = {draw('y', 'x')}[{index}].{reduced}"]
    else:
        lines = ["labels = torch.arange(x.shape[0]) % 3", f"m = labels != {draw('0', '1', '-100')}", f"r = F.cross_entropy(x[m], labels[m]{draw('', '', ', label_smoothing=0.1')})"]
        return Piece(["x: torch.Tensor"], lines, "r", draw.same(2, dtypes=("float32", "float64"), shapes=((4, 3), (3, 3), (1, 3))))
    return Piece(["x: torch.Tensor"], lines, draw("r", "r, y", "r * 2"), mask_calls(draw))


def write_by_mask(draw):
    lines = prepared(draw) + draw.of(([], ["y = y.clone()"], ["y = x * 1"])) + [f"m = {draw.of(MASKS)}"]
    value = draw("0.5", "1", "x[m]", "y[m] * 2", "x[m].exp()", "y[m] + x[m]", "x[m].abs()", "torch.relu(y[m])", "x.mean()", "x.sum()", "y[m] > 0", "2j", "-x[m] / 3", "x[m].long()", "x[m].double()", "y[m].sqrt()", "1 / x[m]",
                 "torch.tensor(2)", "True", "x[m].round()", "x[m] // 2", "y[0]", "x[~m]", "float('nan')", "y[m].detach()")
    op = draw("=", "=", "=", "*=", "+=", "-=", "/=", "//=", "**=")
    lines += [f"y[{draw('m', 'm', draw.of(MASKS))}] {op} {value}"]
    if draw.maybe(0.15):  # of rows
        lines = prepared(draw) + ["y = y.clone()", f"m = {draw('x.sum(-1) > 0', '(x > 0).any(-1)', 'x.reshape(x.shape[0], -1)[:, 0] > 0' if draw.maybe(0.5) else 'x > 0')}", f"y[m] {draw('*=', '+=', '-=', '/=', '//=', '**=')} {draw('2', '0.5', '1', '0', 'x.mean()')}"]
    if draw.maybe(0.2):
        lines = prepared(draw) + ["chosen = x.sum(-1) > 0" if draw.maybe() else "chosen = x > 0", "rows = torch.where(chosen)[0]", f"y[rows] = {draw('self.expert(x[rows])', 'torch.relu(x[rows])', 'F.softmax(x[rows], -1)', 'x[rows].exp()')}"]
    if draw.maybe(0.25):
        return write_beside(draw)
    lines += draw.of(([], [], ["y = y * 2"], ["z = y.view(-1)"], changes(draw, "y", 1.0)))
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x", "y.sum()"), mask_calls(draw), init=["self.expert = torch.nn.ReLU()"])


def write_beside(draw):
    """Masks of some dimensions, and masked_scatter_()."""
    mask = draw("x.sum(-1) > 0", "x[:, 0] > 0", "x > 0", "x[0] > 0", "(x > 0).any(0)", "x.new_ones(1).bool()", "x.sum() > 0", "helper(x)")
    index = draw("m", "m, :", ":, m", "..., m", "m, ...", ":, :, m", ":, m, :")
    value = draw("2", f"y[{index}] * 2", f"x[{index}].float()", f"x[{index}].exp() + 1", f"y[{index}].div(2)", f"torch.pow(x[{index}], 2)", f"x[{index}].flip(-1)", f"torch.maximum(x[{index}], y[{index}])", f"x[{index}] + self.row", f"x.mean(-1)[{index}]", f"x.unsqueeze(0)[{index}]", f"torch.where(x[{index}] > 0, x[{index}], 0)", f"x[{index}].to(y.dtype)")
    lines = prepared(draw) + ["y = y.clone()" if draw.maybe(0.8) else "y = y * 2", f"m = {mask}", f"y[{index}] {draw('=', '=', '*=', '+=', '-=', '/=')} {value}"]
    if draw.maybe(0.3):
        lines[-1] = f"y.masked_scatter_(m, {draw('torch.masked_select(y, m) * 2', 'torch.masked_select(x, m).exp()', 'y.masked_select(m) - 1', 'torch.pow(torch.masked_select(y, m) + 1, 2.4)', 'x.masked_select(m).double()', '12.92 * torch.masked_select(y, m) - y.masked_select(m).sqrt()', 'x[m] * 2', 'source=x.masked_select(m)')})"
    lines += draw.of(([], ["y = y * 2"], changes(draw, "y", 1.0)))
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x"), draw.same(2, dtypes=draw(FLOATS, ALL), shapes=((4, 3), (3, 3), (1, 3), (2, 3, 3), (0, 3), (3,))), init=["self.row = torch.nn.Parameter(torch.ones(3))"], module=("def helper(value):", "    return value.sum(-1) > 0", ""))


def write_parts(draw):
    """Columns and slices of the rows that a mask selects."""
    mask = draw("x.sum(-1) > 0", "x[:, 0] > 0", "(x > 0).any(-1)", "y[:, 1] > y[:, 0]", "x[0] > 0")
    part, other = (draw("m, 0", "m, 1", "m, -1", "m, :2", "m, 1:", "m, ::2", "m, :, 0", ":, m, 0", "m, column", "m, :column", "m, True") for _ in range(2))
    column = draw("x[:, 0]", "y[:, 1].clone()", "x.sum(-1)", "x[:, 0] * 2", "x[0]", "x", "y.double()[:, 0]")
    value = draw("c[m]", "c[m]", f"x[{part}]", f"y[{part}] * 2", f"x[{other}] + c[m]", f"y[{other}]", "c[m] / 2 + 1", f"x[{part}].exp()", "c[m].unsqueeze(-1)", "c[m].long()", f"x[m][:, 0]", f"torch.maximum(x[{part}], y[{other}])", "c[m].mean()", "2 * c[~m]", f"y[{part}] // 2")
    lines = ["column = 1", draw("x = x.reshape(-1, 3)", "x = x.reshape(-1, 3)", "x = x.reshape(-1, 3, 1)"), *prepared(draw), "y = y.clone()" if draw.maybe(0.7) else draw("y = y * 2", "y = y.t().contiguous().t()", "pass"), f"c = {column}", f"m = {mask}", f"y[{part}] {draw('=', '=', '=', '+=', '*=', '-=')} {value}"]
    if draw.maybe(0.3):
        lines.append(f"y[{other}] {draw('=', '+=')} {draw('c[m]', f'x[{other}]', f'y[{part}]')}")
    lines += draw.of(([], ["y = y * 2"], ["c = c + 1"], changes(draw, "y", 1.0)))
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x", "y, c"), draw.same(3, dtypes=draw(FLOATS, FLOATS, ALL), shapes=((4, 3), (3, 3), (1, 3), (2, 3), (0, 3), (3, 3, 3))))


def write_always(draw):
    """Masks that often select nothing."""
    mask = draw("x > 3", "x > 0", "torch.isnan(x)", "x.sum(-1) > 3", "x == 99", "(x > 3).any(0)", "x.sum() > 2", "x", "~(x < 3)")
    tested = draw("m", "m", "m", "torch.isnan(y)", "~m", "y > 3")
    test = draw(f"{tested}.any()", f"{tested}.any()", f"torch.any({tested})", f"{tested}.sum() > 0", f"{tested}.sum() != 0", f"x.dim() > 0 and {tested}.any()", f"{tested}.any() and x.dim() > 0", f"{tested}.any(-1)", f"flag and x.dim() > 1 and torch.any({tested})", f"{tested}.sum() > 1", f"{tested}.all()")
    index = draw(tested, tested, tested, f"{tested}, 0", f"{tested}, :", f":, {tested}", "m", "~m")
    value = draw("0.0", "1", "2", f"x[{index}]", f"x[{index}].exp()", f"y[{index}] / 2", f"y[{index}] // 2", f"x[{index}].max()", "x.mean()", "float('nan')", "x.sum()", f"torch.where(x[{index}] > 0, x[{index}], 0)", f"torch.full_like(x[{index}], 2)", f"x[{index}].double()", "next(numbers)", f"x[{index}].reshape(-1, 1)[:, 0]", "[1.0]", f"torch.maximum(x[{index}], y[{index}])", f"torch.logaddexp(x[{index}], y[{index}])")
    body = draw.of(([f"y[{index}] = {value}"], [f"y[{index}] = {value}"], [f"y[{index}] {draw('*=', '+=', '/=')} {value}"], [f"z = {value}", f"y[{index}] = z"], [f"y[{index}] = {value}", f"y[{tested}] = 1  # again"], [f"y[{index}] = {value}", "y = y * 2"], [f"y[{index}] = 0", f"x = x + 1"], [f"y[{index}] = 0", "print('written')"]))
    lines = ["flag, numbers, z = True, iter([1, 2, 3, 4, 5]), 0", *prepared(draw), "y = y.clone()" if draw.maybe(0.7) else "y = y * 2", f"m = {mask}", f"if {test}:", *indented(body)]
    if draw.maybe(0.15):
        lines += ["else:", "    y = y + 1"]
    lines += draw.of(([], ["y = y * 2"], ["y = y.sqrt()"], changes(draw, "y", 1.0)))
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x", "y, next(numbers)", "y, z" if draw.maybe(0.3) else "y"), [call for _ in range(2) for call in draw.same(1, dtypes=draw(FLOATS, ALL), shapes=((4, 3), (3, 3), (1, 3), (0, 3), (3,)), low=-4.0, high=draw(2.0, 9.0))])


def select_rows(draw):
    chosen = draw("x.sum(-1) > 0", "x[:, 0] > 0", "x > 0", "x.mean(1) > 99", "(x > -9).all(-1)")
    places = draw("torch.where(chosen)[0]", "torch.nonzero(chosen, as_tuple=True)[0]")
    test = draw("len(rows) > 0", "rows.numel() > 0", "rows.shape[0] > 0", "rows.numel() > 1")
    block = draw("part = x[rows, 1:]\n    y[rows] = torch.cat([part, part[:, :1]], -1)", "part = x[rows]\n    y[rows] = part * 2 + y[rows]", "y[rows] = self.mix(x[rows])", "y[rows] = F.softmax(x[rows], dim=-1)", "y[rows] = x[rows] * y[rows]",
                 "y[rows] = x[rows].mean()", "part = x[rows] - x[rows].mean(-1, keepdim=True)\n    y[rows] = part", "y[rows] = x[rows].half()", "y[rows] = self.mix(x[rows]) + len(rows)")
    lines = [draw("y = x.clone()", "y = torch.zeros_like(x)", "y = x * 1"), f"chosen = {chosen}", f"rows = {places}", f"if {test}:", *["    " + line.removeprefix("    ") for line in block.split("\n")]]
    lines += draw.of(([], ["y = y * 2"], changes(draw, "y", 1.0)))
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x"), draw.same(3, dtypes=("float32", "float64"), shapes=((2, 3), (3, 3), (1, 3))), init=[f"self.mix = {draw('torch.nn.Linear(3, 3)', 'torch.nn.ReLU()', 'torch.nn.LayerNorm(3)')}"])


def count_by_scatter(draw):
    length = draw("5", "n", "size", "x.shape[0]", "4 + 2", "0", "size or 0", "n", "int(n)", "-1")
    made = draw("ids = x.long().abs() % 4", "ids = x", "ids = x.argsort()", "ids = x.reshape(-1).long().clamp(0, 3)", "ids = x > 0", "ids = x.long()", "ids = (x > 0).to(torch.uint8)")
    call = draw(f"torch.bincount(ids, minlength={length})", f"torch.bincount(ids, minlength={length})", f"torch.bincount(ids, None, {length})", f"torch.bincount(input=ids, minlength={length})", f"torch.bincount(ids, weights=x, minlength={length})", f"ids.bincount(minlength={length})")
    lines = ["n = 6", made, f"counts = {call}"] + draw.of(([], ["counts = counts.float() / counts.sum()"], ["counts.add_(1)"], ["y = counts[0]"]))
    return Piece(["x: torch.Tensor", "size: int = 4"], lines, draw("counts", "counts, ids", "counts * 2"), draw.same(3, dtypes=draw(FLOATS, INTS, ALL), shapes=((3,), (4,), (0,), (2, 3), (), (1,))))


def index_by_numbers(draw):
    items = ", ".join(draw("True", "False") for _ in range(draw.int(1, 4)))
    text = draw(f"[{items}]", f"[{items}]", f"[{items},]", f"[ {items} ]")
    lines = prepared(draw) + [draw(f"z = y[{text}]", f"z = y[{text}].sum()", f"z = x[{text}]", f"y[{text}] = 0; z = y", f"z = y[{text}, ...]", f"z = y[({text})]")] + changes(draw, draw("z", "y"), 0.3)
    return Piece(["x: torch.Tensor"], lines, draw("z", "z, y"), draw.same(3, dtypes=draw(FLOATS, ALL), shapes=((3,), (2, 3), (4,), (1,), (2, 2), (0,), ())))


CHECK = ("def check(cond, text):", "    if isinstance(cond, torch.Tensor):", "        torch._check_tensor_all_with(ValueError, cond, lambda: text)", "    else:",
         "        torch._check_with(ValueError, cond, lambda: text)", "")


def count_in_check(draw):
    mask = draw("(x[..., :1] > 0).expand_as(x)", "(x.sum(-1) > 0).unsqueeze(-1).expand_as(x).to(x.device)", "(y > 0).to(y.device)", "(x > 0).contiguous()", "torch.isfinite(x).detach()",
                "(x != 1).expand_as(x).bool()", draw.of(MASKS), "(x > 0).view_as(x)", "(x > 0).reshape(-1)")
    lines = prepared(draw) + changes(draw, "y", 0.15) + [f"m = {mask}"] + draw.of(([], [], [], ["m.logical_not_()"], ["m = ~m"]))
    count = draw("x[m].numel()", "x[m].numel()", "len(x[m])", "x[m].shape[0]", "torch.masked_select(x, m).numel()", "y[m].numel()")
    other = draw("x.numel()", "x.numel()", "0", "1", "x.shape[0]", "y.numel() - 1")
    lines += draw.of(([f'check({count} == {other}, "bad")'], [f'check({count} == {other}, f"bad {{x.shape}}")'], [f"if {count} != {other}:", '    raise ValueError("bad")'], [f'assert {count} >= {other}, "bad"'],
                      [f"n = {count}", f'check(n <= {other}, "bad")'], [f"if {count} > {other}:", "    x = x * 2"]))
    lines += draw.of(([], [], changes(draw, "x", 1.0), ["x = x * 2"]))
    return Piece(["x: torch.Tensor"], lines, draw("x", "x, m", "x, y"), mask_calls(draw, 4), module=CHECK)


def counts_of_selected(draw):
    """How often each label occurs among the selected: a row of a confusion matrix."""
    labels = draw("(x * 3).long().abs() % 4", "(x * 3).long().abs() % 4", "(x * 3).int().abs() % 4", "(x > 0)", "(x * 3).to(torch.uint8) % 4", "x.long()")
    counted = draw("k[m]", "4 * k[m] + l[m]", "k[m] * 4 + l[m]", "k[m] % 3", "4 * k.masked_select(m) + l[m]", "k[m] - 1", "k[m] + l", "k[m] // 2")
    length = draw("16", "16", "n", "n ** 2", "5", "0", "x.shape[0]")
    call = draw("torch.bincount({e}, minlength={l})", "torch.bincount({e}, minlength={l})", "({e}).bincount(minlength={l})", "torch.bincount(input={e}, minlength={l})", "torch.bincount({e})", "torch.bincount({e}, minlength={l}, weights=w[m])")
    lines = ["n = 4", f"k = {labels}", "l = (w * 2).long().abs() % 4"] + draw.of(([], [], ["m = ~m"]))
    if draw.maybe():
        lines += [f"e = {counted}"] + draw.of(([], [], ["k = k + 1"], ["m.logical_not_()"])) + [f"r = {call.format(e='e', l=length)}"] + draw.of(([], [], ["r = r + e.sum()"]))
    else:
        lines += [f"r = {call.format(e=counted, l=length)}"]
    return lines + draw.of(([], ["r = r.reshape(n, -1)"], ["r = r / r.sum()"], ["r.add_(1)"]))


def reduce_selected(draw):
    """Selected elements that are computed with, each by itself, before they are reduced."""
    lines = prepared(draw) + ["w = x * 3"] + changes(draw, "y", 0.1) + [f"m = {draw.of(MASKS)}"] + draw.of(([], [], [], ["m.logical_not_()"]))
    a, b = draw("y[m]", "x[m]", "y.masked_select(m)"), draw("w[m]", "x[m]", "x[~m]", "1", "x.mean()", "w[m].abs()", "2.5")
    term = draw("({a} - {b}).abs()", "({a} * {b})", "({a} - {b}) ** 2", "{a}.exp()", "torch.log({a})", "1 / {a}", "{a}.sqrt()", "({a} > {b})", "-{a}", "torch.relu({a} - {b})", "{a}.clamp(0, 1) * 2", "{a} @ {b}", "({a} == {b})", "{a}.softmax(0)", "torch.log(1 - {a})", "{a} / {b}", "{a} // 2").format(a=a, b=b)
    reduced = draw("sum()", "sum()", "mean()", "mean()", "any()", "all()", "numel()", "max()", "sum(0)")
    whole = draw("sum", "mean")
    kind = draw.int(0, 5)
    if kind == 5:
        lines += counts_of_selected(draw)
    elif kind < 2:
        lines += [f"r = {draw(f'({term}).{reduced}', f'({term}).{reduced}', f'torch.{whole}({term})', f'({term}).{reduced} + 1', f'({term}).{reduced} * 2 / 3')}"]
    elif kind == 2:
        lines += [f"p = {a}", f"q = {b}", *draw.of(([], [], ["m = ~m"], ["m.logical_not_()"], ["y = y * 2"])), f"e = {term.replace(a, 'p').replace(b, 'q')}", f"r = e.{reduced}"] + draw.of(([], [], ["r = r + e.sum()"], ["r = r + p.sum() / len(q)"], ["r = r, p"]))
    else:
        loss = draw("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "binary_cross_entropy_with_logits", "soft_margin_loss", "binary_cross_entropy", "kl_div")
        option = draw("", "", "", ", beta=0.5" if loss == "smooth_l1_loss" else "", ", delta=2.0" if loss == "huber_loss" else "", ', reduction="sum"', ", weight=w[m]")
        lines += [f"r = F.{loss}({a}, {draw('w[m]', 'x[m]', 'x[m].detach()')}{option})" + draw("", "", " * 2")]
    return Piece(["x: torch.Tensor"], lines, draw("r", "r, y"), mask_calls(draw))


def count_places(draw):
    mask = draw(*MASKS, "x", "x.long()")
    found = draw("{m}.nonzero()", "torch.nonzero({m})", "torch.where({m})[0]", "{m}.nonzero(as_tuple=True)[0]", "torch.argwhere({m})", "torch.where({m})[-1]", "torch.nonzero(input={m})").format(m=draw("m", "m", f"({mask})"))
    count = draw("len({p})", "{p}.shape[0]", "{p}.size(0)", "{p}.numel()", "{p}.size()", "{p}.shape[1]")
    lines = prepared(draw) + [f"m = {mask}"] + changes(draw, "m", 0.1)
    lines += [f"places = {found}", f"n = {count.format(p='places')}"] + draw.of(([], [], ["n = n + len(places)"], ["y = y[places]"])) if draw.maybe() else [f"n = {count.format(p=found)}"]
    lines += draw.of((["y = x * n"], ["if n > 0:", "    y = y + 1"], ["y = x / max(n, 1)"], ["if n == 0:", "    raise ValueError('none')"], ['assert n < 9, "many"'], ["y = n"]))
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, m"), mask_calls(draw))


def first_place(draw):
    mask = draw(*MASKS, "x")
    found = draw("{m}.nonzero()[0]", "torch.nonzero({m})[0]", "torch.where({m})[0][0]", "{m}.nonzero(as_tuple=True)[0][0]", "torch.argwhere({m})[0]", "{m}.nonzero()[-1]", "{m}.nonzero()[0, 0]", "{m}.nonzero()[0][0]").format(m=draw("m", f"({mask})"))
    lines = prepared(draw) + [f"m = {mask}", f"first = {found}", draw("y = first * 2", "y = x * first", "y = first", "y = y + first.float()")]
    if draw.maybe(0.5):
        searched = draw("{m}.nonzero()", "torch.nonzero({m})", "torch.where({m})[0]", "{m}.nonzero().flatten()", "torch.nonzero({m}).squeeze(-1)", "{m}.nonzero().squeeze()").format(m=draw("m", f"({mask})"))
        single = not searched.endswith("nonzero()") and searched != "torch.nonzero(m)" and not searched.endswith("))")
        taken = draw("hits[0]", "hits[-1]") if single else draw("hits[0, 0]", "hits[0]", "hits[-1][0]", "hits[-1]", "hits[0][0]")
        asked = draw("len(hits)", "hits.numel()", "hits.shape[0]", "hits.size(0)")
        lines = [*prepared(draw), f"m = {mask}", f"hits = {searched}", *draw.of(([], [], ["m.logical_not_()"], ["x = x + 1"], changes(draw, "y", 1.0)))]
        lines += draw.of(([f"if {asked} > 0:", f"    y = y * 2 + {taken}", f"first = {asked} * 1"], [f"if {asked} == 0:", "    return y", f"first = {taken}", "y = y + first"], [f"first = {taken}", f"y = y * {asked}"], [f"first = {taken} * 2", "y = y - first"], [f"first = {taken}.item() if {asked} > 0 else 0", "y = y[first]"], [f"first = {taken}", "y = hits.float().sum()"]))
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, first"), draw.same(3, dtypes=draw(FLOATS, ALL), shapes=((3,), (4,), (3,), (1,), (2, 3), (0,))))


def reduce_on_side(draw):
    """What a mask selects on a side of a branch, in a loop or not."""
    mask = draw("labels == k", "x > k - 1", "labels >= k", "(x > 0) & (labels == k)", "m")
    test = draw("m.any()", "m.sum() > 0", "m.sum() >= 1", "n > 0", "m.sum() > 1", "x.sum() > 0", "(~m).any()", "m.all()", "not m.any()")
    term = draw("x[m].mean()", "x[m].mean()", "x[m].sum()", "w * x[m].mean()", "(x[m].mean() - y[m].mean()).abs()", "y[m].mean() / 2", "x[m].max()", "F.mse_loss(x[m], y[m])", "x[m].mean() * (n / 4)", "r[m].mean(0).sum()", "(w * r[m].sum(0)).sum()", "torch.masked_select(x, m).mean()", "x[~m].mean()")
    other = draw.of(([], [], ["else:", "    total = total + 1"], ["else:", "    total = total - w"]))
    count = draw.of((["n = m.sum()"], ["n = m.sum().item()"], ["n = int(m.sum())"]))
    body = [f"m = {mask}", *count, f"if {test}:", f"    {draw('total = total + ' + term, 'total = total + ' + term, 'kept.append(' + term + ')', 'total += ' + term)}", *other]
    lines = ["labels = torch.arange(x.shape[0]) % 3", "w = torch.ones((), requires_grad=True) * 2", "m = x > 0", *prepared(draw), "r = torch.stack([x, x * 2], 1)", "total = torch.zeros(())", "kept = [total]"]
    lines += [f"for k in range({draw('2', '3', '4')}):", *indented(body)] if draw.maybe(0.8) else ["k = 1", *body]
    return Piece(["x: torch.Tensor"], lines, draw("total", "total, x", "torch.stack(kept).sum() + total"), draw.same(3, dtypes=FLOATS, shapes=((3,), (4,), (6,), (1,), (0,))))


KINDS = {
    "reduce_by_mask": (reduce_by_mask, "reduce with a fixed-size mask|ignore the label in the loss itself"),
    "reduce_selected": (reduce_selected, "compute with all elements and reduce with a fixed-size mask"),
    "count_places": (count_places, "count without searching"),
    "first_place": (first_place, "find it with argmax"),
    "reduce_on_side": (reduce_on_side, "reduce with a fixed-size mask"),
    "count_in_check": (count_in_check, "reduce with a fixed-size mask|test in the graph with torch._assert_async"),
    "write_always": (write_always, "write without asking whether anything is selected"),
    "write_by_mask": (write_by_mask, "write with a fixed-size mask"),
    "write_parts": (write_parts, "write with a fixed-size mask"),
    "select_rows": (select_rows, "compute all rows and write with a fixed-size mask"),
    "count_by_scatter": (count_by_scatter, "count into a fixed-size tensor"),
    "index_by_numbers": (index_by_numbers, "index with numbers"),
}
