"""Programs with branches on tensors: merged, conditional expressions, modules, buffers, tests that fail,
tests of numbers that are read, sizes and draws."""

from shell import ALL, FLOATS, INTS, OWN_FUNCTIONS, Piece, changes, indented, prepared

TESTS = (
    "{v}.sum() > 0",
    "{v}.mean() > 0",
    "{v}.max() > 1",
    "{v}.any()",
    "({v} > 0).all()",
    "not ({v} > 0).any()",
    "{v}.sum() > 0 and {v}.numel() > 1",
    "{v}.dim() > 1 and {v}.sum() > 0",
    "({v} > 1).any() or ({v} < -1).any()",
    "torch.isnan({v}).any()",
    "torch.equal({v}, x)",
    "torch.allclose({v}, x)",
    "torch.equal({v}, {v} * 1)",
    "0.5 < {v}.sum() < 3",
    "{v}.abs().max() >= 1.5",
    "{v}.norm() < 2",
    "{v}[0] > 0",
    "{v}.argmax() == 0",
    "bool(({v} > 0).all())",
    "any(part.sum() > 0 for part in {v})",
    "all(part.sum() > -9 for part in {v}.unbind())",
    "0 in {v}",
    "{v}.sum() == {v}.sum()",
    "not {v}.sum() == 0",
    "torch.is_nonzero({v}.sum())",
    "{v}.isfinite().all() and {v}.max() > 0",
    "{v}.sum() != 0 and flag",
)
VALUES = (
    "{v} * 2", "{v} + 1", "{v} - x", "{v} * 0.5", "-{v}", "torch.relu({v})", "{v}.abs()", "{v}.clamp(0, 1)",
    "{v}.clamp(min=-1)", "{v}.exp()", "{v}.sqrt()", "{v}.log()", "1 / {v}", "{v} / 2", "{v} // 2", "{v} % 2", "{v} ** 2",
    "torch.zeros_like({v})", "{v}", "{v}.clone()", "x", "{v}.view(-1)", "{v}.sum()", "{v}.mean(0)", "{v}.float()",
    "{v}.double()", "{v}.half()", "{v}.detach()", "{v}.t()", "{v}[1:]", "{v}.unsqueeze(0)", "torch.cat(({v}, x))",
    "{v} @ {v}.t()", "{v}.round()", "{v}.sign()", "{v} > 0", "{v}.long()", "{v} + x.sum()", "{v} * x", "{v}.expand(2, *{v}.shape)",
    "F.relu({v})", "F.dropout({v}, 0.5)", "{v} + torch.rand_like({v})", "{v}.softmax(0)", "{v}.masked_fill({v} > 0, 1.0)",
    "{v}.nan_to_num()", "F.leaky_relu({v})", "{v}.tanh()", "torch.where({v} > 0, {v}, x)", "{v}.flip(0)", "{v} * True", "{v}.neg()",
)
SAFE = ("{v} * 2", "{v} + 1", "{v} * 0.5", "-{v}", "torch.relu({v})", "{v}.abs()", "{v}.clamp(0, 1)", "{v} - 3", "{v}.clamp(min=-1)", "{v} / 2",
        "F.relu({v})", "{v}.neg()", "{v} * 2 + 1")


OWN = tuple(f"{name}({{v}})" for name in OWN_FUNCTIONS) + ("own_scaled({v}, 3)", "own_ranged({v}, n=3)", "own_scaled(own_twice({v}))", "x + own_scaled({v} * 2)", "{v} * own_total(x)")


def value(draw, name):
    return draw.of(draw(SAFE, SAFE, VALUES, VALUES, OWN)).format(v=name)


def branch_calls(draw, count=4):
    dtypes = draw(FLOATS, FLOATS, ALL)
    return draw.same(count, dtypes=dtypes)


def flag_calls(calls, names):
    return calls if "flag" not in names else [c + "\nargs = (*args, True)" for c in calls]


def start(draw):
    """What y is before the branch."""
    return prepared(draw) + changes(draw, "y", 0.2)


def use(draw):
    """What is done with y behind the branch."""
    return draw.of((
        [], [], [], changes(draw, "y", 1.0), ["print(y)"], ["z = y.detach()", "z.add_(1)"], ["z = y.data", "z.mul_(2)"], ["z = y.view(-1)"],
        ["y = y * 2"], ["y = torch.sigmoid(y)"], ["assert y.requires_grad or True"], ["x = x + y"], ["kept = [y]", "kept[0].add_(1)"],
    ))


def result(draw):
    return draw("y", "y", "y", "x, y", "y, x", "(y, y)", "[y, x]", "{'y': y, 'x': x}", "y + 1", "y.sum(), y", "y, y.shape", "y, y.requires_grad", "y.clone(), y")


def body_of(draw, name="y"):
    kind = draw.int(0, 9)
    if kind < 5:
        return [f"{name} = {value(draw, name)}"]
    if kind == 5:
        return [f"{name} {draw('+=', '-=', '*=')} {draw('1', '2', 'x', '0.5')}"]
    if kind == 6:
        return [f"z = {value(draw, name)}", f"{name} = z + 1"]
    if kind == 7:
        return [f"{name} = {value(draw, name)}", f"{name} = {value(draw, name)}"]
    if kind == 8 and draw.maybe(0.4):
        return [f"{draw('z, w', 'w, z', f'{name}, w', f'w, {name}', 'x, w')} = {draw(f'{name}.sort(0)', f'torch.sort({name}, dim=-1)', f'x.max(0)', f'{name}.chunk(2)', f'torch.topk(x, 1)', f'own_two({name})', f'{name}.unbind()')}", *draw.of(([], [f"{name} = {name} * 2"], [f"{name} = x + 1"]))]
    if kind == 8:
        return [f"if {draw.of(TESTS[:6]).format(v='x')}:", f"    {name} = {value(draw, name)}"]
    return [f"x = {value(draw, name)}", f"{name} = {name} * 2"]


def guarded_division(draw):
    """A test that rules out a division by 0, often of zeros."""
    peak = draw("y.abs().max()", "y.sum()", "y.norm()", "y.max()", "y.pow(2).sum()", "y.abs().amax()")
    quotient = draw("y / peak", "y * (2 / peak)", "y / peak + x / peak", "(y - 1) / peak", "x / peak", "y / peak / peak")
    zero = draw.of(([], [], ["y = y - y"], ["y = y * 0"]))
    other = draw.of(([], ["else:", "    y = y + 1"], ["else:", "    y = x / peak"]))
    test = draw("peak > 0", "peak != 0", "peak > 0.5", "not peak == 0", "peak.abs() > 1e-6")
    return zero + [f"peak = {peak}", f"if {test}:", f"    y = {quotient}", *other]


CHANGES = (
    "{v}.mul_(2)", "{v}.mul_(0.5)", "{v}.mul_(x)", "{v}.add_(1)", "{v}.add_(x, alpha=2)", "{v}.sub_({v}.sum())", "{v}.div_(2)", "{v}.div_(x)",
    "{v}.clamp_(max=1)", "{v}.clamp_(-1, 1)", "{v}.copy_(x)", "{v}.copy_(x.mean(0))", "{v}.fill_(1)", "{v}.fill_(0.3)", "{v}.zero_()", "{v}.neg_()",
    "{v}.abs_()", "{v}.sqrt_()", "{v}.exp_()", "{v}.relu_()", "{v}.pow_(2)", "{v}.masked_fill_(x > 0, 2)", "{v}.mul_(0.5).add_(x)", "{v}[0].add_(1)",
    "{v}[0].copy_({v}[-1])", "{v}.data.mul_(2)", "{v}.t().mul_(2)", "{v}.view(-1)[0].zero_()", "{v}[0] *= x[0]", "{v} += 1", "{v}[0] = x[0]", "{v}.detach().mul_(2)",
)


def changes_in_place(draw):
    """Methods that change tensors on a side, in loops and without gradients, too."""
    def change(name):
        line = draw.of(CHANGES).format(v=name)
        return draw.of(([line], [line], ["with torch.no_grad():", f"    {line}"]))

    def side():
        kind = draw.int(0, 5)
        if kind == 0:
            return [f"for part in {draw('parts', '[y, y]', '(y, x)', 'y')}:", *indented(change("part"))]
        if kind == 1:
            return [f"for part, other in zip(parts, {draw('parts', '[x, y]')}):", "    part.add_(other, alpha=3)"]
        return change(draw("y", "y", "z", "x")) + (change("y") if draw.maybe(0.3) else [])

    lines = start(draw) + [f"z = {draw('y', 'y[0]', 'y.t()', 'y * 1', 'x * 2')}", "parts = [y, z]"]
    test, first = draw.of(TESTS).format(v=draw("y", "x")), []
    if draw.maybe(0.3):  # a tensor that the test is, and that is changed where it holds
        lines += [f"b = {draw('y.sum() > 0', 'torch.ones((), dtype=torch.bool)', 'x.max() > 0.5', '(y.sum() > 0).view(1)')}"]
        test = draw("b", "b", "not b", "b.bool()", "bool(b)", "b.all()", "b.squeeze()", "b and x.dim() > 0")
        first = [draw("b.logical_not_()", "b.fill_(False)", "b &= False", "b.copy_(~b)", "b ^= True")]
    lines += [f"if {test}:", *indented(first + side())]
    if draw.maybe(0.4):
        lines += ["else:", *indented(draw.of((side(), first + side(), [f"y = {value(draw, 'y')}"])))]
    return Piece(["x: torch.Tensor"], lines + use(draw), draw("y", "y, z", "y, x, z", "y, parts[0]"), branch_calls(draw))


def item_by_data(draw):
    """An item at a place that is in range where the test holds."""
    test = draw("i == 0", "0 <= i < 2", "i >= 0", "i < 2", "(i >= 0) & (i < 2)", "i.abs() < 2")
    item = draw("x[i]", "x[i] * 2", "x[i, ..., :1]", "x[i] + i", "x[:, i]", "x[i] + x[i - 1]", "x[j]")
    lines = ["y = x[0] * 1", "j = i - 1", *draw.of(([f"if {test}:", f"    y = {item}"], [f"y = {item} if {test} else x[0]"]))]
    calls = [f"args = ({draw.tensor(dtypes=FLOATS, shape=(3, 2))}, torch.tensor({draw(-9, -3, -1, 0, 1, 2, 9)}))" for _ in range(4)]
    return Piece(["x: torch.Tensor", "i: torch.Tensor"], lines, draw("y", "y, i"), calls)


ROOTS = (
    "y.sqrt()", "y.log()", "torch.rsqrt(y)", "1 / y", "y / x", "y ** 0.5", "x ** y", "y.acos()", "(y * 2).exp()", "y.sum() / x", "y.norm()", "y.std()",
    "y.tan()", "torch.sqrt(y[0])", "y.reciprocal() ** 2", "y.pow(0.5)", "y.div(x)", "y.logit()", "y.prod()", "torch.log(x / y)", "y ** 2", "2.0 ** y",
)
MADE = ("[s, x / s]", "[s * 2, x]", "(s, y)", "[y, s.sum()]", "x / s", "s", "[x, x]", "(x / s, s / x)", "[s, 1]", "[[s], x]", "[]", "[y.log(), s]")


def poles_and_displays(draw):
    """Sides that go on with what may be infinite or NaN, and that make lists and tuples."""
    form = draw.of(MADE)

    def side():
        made = form if draw.maybe(0.7) else draw.of(MADE)
        return [f"s = {draw.of(ROOTS)}", *draw.of(([], [], ["s = s * 2"], ["y = y + s"], ["s = x / s"])), f"q = {made}"]

    either = draw.of(("", "", "flag or ", "not flag or "))
    test = either + draw.of(TESTS[:8]).format(v=draw("y", "x"))
    lines = start(draw) + [f"if {test}:", *indented(side())]
    if draw.maybe(0.3):
        lines += [f"elif {draw.of(TESTS[:8]).format(v='y')}:", *indented(side())]
    lines += ["else:", *indented(side())]
    early = [f"if {test}:", f"    return {value(draw, 'y')}"]
    if draw.maybe(0.25):
        lines = start(draw) + early + ["q = y + 1"]
    params, calls = ["x: torch.Tensor"], branch_calls(draw)
    if "flag" in test:
        params.append("flag")
        calls = [f"{call}\nargs = (*args, {draw('True', 'False')})" for call in calls]
    return Piece(params, lines, draw("q", "q", "y, q", "q, x"), calls)


def merge_branch(draw):
    if draw.maybe(0.15):
        return changes_in_place(draw)
    if draw.maybe(0.15):
        return poles_and_displays(draw)
    if draw.maybe(0.05):
        return item_by_data(draw)
    if draw.maybe(0.2):
        return side_effects(draw)
    if draw.maybe(0.2):
        return Piece(["x: torch.Tensor"], start(draw) + guarded_division(draw) + use(draw), result(draw), branch_calls(draw))
    test = draw.of(TESTS).format(v=draw("y", "y", "x"))
    lines = start(draw) + [f"if {test}:", *indented(body_of(draw))]
    shape = draw.int(0, 9)
    if shape < 3:
        lines += ["else:", *indented(body_of(draw))]
    elif shape == 3:
        lines += [f"elif {draw.of(TESTS[:8]).format(v='y')}:", *indented(body_of(draw)), "else:", *indented(body_of(draw))]
    elif shape == 4:
        lines += ["    w = y", "else:", "    w = x"]
    elif shape == 5:
        lines = start(draw) + [f"if {test}:", f"    return {value(draw, 'y')}"] + draw.of(([], ["y = y + 1"]))
    elif shape == 9:
        lines = start(draw) + [f"if {test}:", f"    return {value(draw, 'y')}, x", *changes(draw, "y", 0.3),
                               f"if {draw.of(TESTS[:8]).format(v='x')}:", *indented(body_of(draw)), "    x = x * 2"]
    elif shape == 6:
        lines = start(draw) + [f"if {test}:", f"    return {value(draw, 'y')}, x", "else:", f"    return {value(draw, 'x')}, y"]
    elif shape == 7:
        lines = start(draw) + ["held = [y]"] + [f"if {test}:", *indented(body_of(draw)), "x = x + held[0]"]
    elif shape == 8:
        lines += ["else:", "    pass"]
    lines += use(draw)
    back = "y, x" if shape in (5, 6, 9) and draw.maybe() else result(draw)
    flagged = "flag" in test
    if not flagged and draw.maybe(0.3):
        flagged = True
        lines = behind_static(draw, lines, f"if {test}:", shape)
    params = ["x: torch.Tensor" if draw.maybe(0.7) else "x"]
    calls = branch_calls(draw)
    if flagged:
        params.append("flag")
        calls = flag_calls(calls, "flag")
    return Piece(params, lines, back, calls)


def behind_static(draw, lines, branch, shape):
    """The branch as an `elif` of what Python decides, whose side falls through, assigns or returns."""
    returned = {5: f"return {value(draw, 'y')}", 6: f"return {value(draw, 'y')}, x", 9: f"return {value(draw, 'y')}, x"}.get(shape)
    side = indented([returned] if returned and draw.maybe(0.8) else body_of(draw))
    at = lines.index(branch)
    comment = ["    # the other one"] if draw.maybe(0.2) else []
    return [*lines[:at], draw("if flag:", "if x.dim() > 1:", "if flag and x.dim() > 0:"), *side, "el" + branch, *comment, *lines[at + 1:]]


def side_effects(draw):
    """Counters, and stores into parts of a tensor, on the sides of branches in a loop."""
    test = draw("x[i].sum() > 0", "(x[i] > 1).any()", "y[i].sum() > 0", "x.sum() > i", "x[i].max() > y.sum()")
    steps = ["count += 1", "count = count + 2", "total += 0.5", "total -= i", "y[i] = 1", "y[i] = 1.5", "y[i] = x[i]", "y[i] += 1", "y[i] -= x[i]", "y[:, i] = 2", "y[i:] = 0", "y[i, :1] = x[i, :1]", "y[..., 0] *= 3", "y[i] = x[i].double()",
             "y[i] = x[i].sum()", "y[-1] = x.mean()", "y = y + 1", "y[i] /= 2", "y[i] = True", "y[i] = y[i] * 2", "z[i] = x[i].detach()", "y[i + 1] = 0", "y[None, i] = 1", "y[[i]] = 1", "y[k] = 1", "y[k] = x[i]", "y[x.argmax()] = 2", "y[k] = y[k] * 2", "y[k] += 1", "y[p[0]] = x[0].detach()", "h = y; y[i] = 7; y = h + 1", "y, z = z, y", "count, total = count + 1, total * 2", "best, score = x[i], i", "z += 1", "x += 1", "y *= 2"]
    places = [f"k = {draw('(x > 0).sum() % max(len(x), 1)', 'x.reshape(-1).argmax() % 2', '(x > 0).sum()', '-(x > 0).sum()', '(x > 0).any()', '((x > 0).sum() % 2).to(torch.int32)', '(x.sum() > 0).to(torch.uint8)')}", "p = (x > 0).long().reshape(-1)"]
    lines = start(draw) + places + ["count, total = 0, 0.0", "best, score = x[0], 0", draw("z = torch.zeros_like(x)", "z = y", "z = y.view(-1)", "z = x.clone()"), f"for i in range({draw('2', 'len(x)', '1')}):",
                           f"    if {test}:", *["        " + line for line in draw.some(steps, 1, 3)]]
    if draw.maybe():
        lines += ["    else:" if draw.maybe(0.7) else f"    elif {test}:", *["        " + line for line in draw.some(steps, 1, 2)]]
    counted = draw("x * count", "x + total", "y * (count + total)", "torch.where(x > 0, x, total)", "count", "torch.tensor(count)", "[0] * count", "x / max(count, 1)", "best", "best * score")
    return Piece(["x: torch.Tensor"], lines + changes(draw, "y", 0.2), f"y, z, {counted}", branch_calls(draw))


def flags(draw):
    """Bools that the sides of branches set, and that tests ask for later."""
    test = draw("y.sum() > 0", "(x > 1).any()", "x.isnan().any()", "y[0].sum() > 0", "x.sum() > y.sum()", "x.mean().item() > 0")
    begin = draw("False", "False", "True", "x.dim() > 1", "0", "None", "flag")
    value = draw("True", "True", "False", "not f", "y.max() > 0", "x.dim() == 1", "1", "bool(x.sum() > 0)")
    asked = draw("f", "f", "not f", "f and x.dim() > 0", "f and y.sum() > 0", "f or g", "f is True", "f == True", "g", "f > 0")
    side = draw.of((["y = y + 1"], ["y = torch.relu(y)"], ["y = y * 2", "z = y"], ["y = y / 0.5"], ["y.add_(1)"], ["return y"], ["print('flag')"], ["raise ValueError('flag')"], ["y = torch.sqrt(y)"]))
    lines = [*start(draw), "z = x", "g = x.dim() > 1", f"f = {begin}"]
    kind = draw.int(0, 4)
    if kind == 0:
        lines += [f"if {test}:", f"    f = {value}"]
    elif kind == 1:
        lines += ["for i in range(len(x)):", f"    if x[i].sum() > {draw('0', 'y.sum()')}:", f"        f = {value}", *draw.of(([], ["        z = x[i] * 2"], ["    else:", "        y = y + 1"]))]
    elif kind == 2:
        lines += [f"if {test}:", f"    f = {value}", "else:", f"    f = {draw('True', 'False', 'g')}"]
    elif kind == 3:
        lines += [f"if {test}:", f"    f = {value}", "    y = y + 1", f"if {draw('x.max() > 2', 'y.min() < 0')}:", f"    f = {draw('True', 'False')}"]
    else:
        lines += [f"if {test}:", f"    f = {value}", *draw.of((["    g = f"], ["elif y.max() > 3:", "    f = True"], ["while f:", "    f = False", "    y = y + 1"]))]
    lines += changes(draw, "y", 0.15) + [f"if {asked}:", *indented(side), *draw.of(([], [], ["else:", "    y = y - 1"]))] + draw.of(([], [], [], ["y = y * f"], ["if f:", "    z = z * 2"], ["assert f is not None"]))
    calls = branch_calls(draw)
    params = ["x: torch.Tensor"]
    if begin == "flag":
        params.append("flag")
        calls = flag_calls(calls, "flag")
    return Piece(params, lines, draw("y, z", "y", "y, z, f", "y, z"), calls)


def keep_test(draw):
    """Tests of tensors that a variable keeps."""
    one = ("y.sum() > 0", "(x > 1).any()", "x.isnan().any()", "x.sum() > y.sum()", "x.dim() > 1", "y[0].sum() > 0", "x.max()", "x > 0", "torch.equal(x, y)", "x.sum().item() > 0")
    test = draw("not {a}", "not {a}", "{a} or {b}", "{a} and {b}", "not ({a} and {b})", "not {a} or {b}", "{a} or not {b}").format(a=draw.of(one), b=draw.of(one))
    side = draw.of((["y = y + 1"], ["y = torch.relu(y)"], ["y = y * 2", "z = y"], ["return y"], ["y.add_(1)"], ["print('kept')"], ["raise ValueError('kept')"], ["y = y / x.sum()"]))
    asked = draw("f", "f", "not f", "f and y.sum() > 1", "f or x.dim() > 1", "g and f")
    lines = [*start(draw), "z = x", "g = x.dim() > 0", f"f = {test}", *changes(draw, draw("y", "x"), 0.2), f"if {asked}:", *indented(side), *draw.of(([], [], ["else:", "    y = y - 1"]))]
    lines += draw.of(([], [], [], ["z = x * 2 if f else x"], ["if f:", "    z = z + 1"], ["z = z * f"]))
    return Piece(["x: torch.Tensor"], lines, draw("y, z", "y", "y, z", "y, f"), branch_calls(draw))


def freeze_loop(draw):
    """Loops that a tensor ends, on states of all kinds, with statements before and behind the end."""
    tests = ["{v}.abs().max() < 1", "{v}.sum() > 3", "({v} > 1).all()", "{v}.mean().item() < 0.1", "torch.equal({v}, x)", "torch.allclose({v}, last)", "not ({v} > 0).any()", "i > 1 and {v}.sum() > 0", "{v}.norm() < 2 and i > 0", "({v} - last).abs().max() < 0.5"]
    steps = ["y = y * 0.5", "y = y - 0.3 * y", "last = y", "step = y * 0.5", "y = y - step", "y = torch.tanh(y) + x", "y = y.clamp(-1, 1)", "y += 1", "y = y / 2", "kept[i % 2] = y.sum()", "kept[:1] += 1", "n += 1", "if i % 2: y = y + 1", "if y.sum() > 0: y = y - 1",
             "for j in range(2): y = y + j", "with torch.no_grad(): w = w * 2", "w = w + y.sum()", "a, b = y, y * 2", "y = y[..., :]", "y = 1 / y", "y = y.exp()", "y = y.detach()", "found.append(y)", "y.mul_(0.5)", "y = F.dropout(y, 0.5)", "self_w = w", "y = y.sum() * x", "print('step')", "print(y.sum() > 0)", "w = y.long().sum()", "y = y.flip(0)", "x = x * 1", "y = own_scaled(y)", "w = w + own_total(y)", "y = own_bump(y)", "y = own_kept(y)", "y = own_inverse(y)", "y = own_ranged(y)", "y = own_same(y)", "y = own_strict(y)",
             "w.add_(1)", "y[0].mul_(2)", "y.clamp_(-1, 1)", "y.add_(x)", "y.copy_(x * 2)", "with torch.no_grad(): y.mul_(0.9)", "for part in (y, x): part.mul_(0.5)", "y.exp_()"]
    likely = steps[:12]
    before, behind = draw.some(likely if draw.maybe(0.7) else steps, 0, 3), draw.some(likely if draw.maybe(0.7) else steps, 0, 3)
    given = ""  # a variable that has no value before the loop
    if draw.maybe(0.3):
        given = draw("z", "z", "y, z", "z * 2, y", "w, z")
        made = f"z = {draw('y * 2', 'y * 2', 'y', 'y.sum()', 'x + y', 'torch.tanh(y)', 'y[:1]', 'y.view(-1)', 'i')}"
        at = draw.of((before, before, before, behind))
        at.insert(draw.of((0, len(at))), draw(made, made, made, f"if i: {made}"))
    test = draw.of(tests).format(v=draw("y", "y", "step", "w"))
    count = draw("4", "3", "1", "0", "len(x)", "5")
    head, counter = draw((f"for i in range({count}):", []), (f"for i in range({count}):", []), ("for i, part in enumerate(x):", []), ("for i, k in zip(range(3), (1, 2, 3)):", []), (f"while i < {count}:", ["i += 1"]))
    end = [f"if {test}:", *["    " + line for line in draw.some(("y = y * 3", "w = w + 1", "n += 10", "kept[0] = 5"), 0, 1 if draw.maybe(0.4) else 0)], "    break"]
    if draw.maybe(0.15):
        end += ["else:", "    y = y + 0.25"]
    if head.startswith("while") and draw.maybe():
        head, end = f"while i < {count} and {test}:" if draw.maybe() else f"while {test} and i <= {count}:", []
    body = before + end + behind + counter
    body = [line for line in body if line] or ["y = y + 1"]
    lines = start(draw) + ["last, step = x * 2, x", "w = x.sum()", "kept = torch.zeros(2)", "n, i, found = 0, 0, []", head, *["    " + line for line in body]]
    if draw.maybe(0.25):
        lines += ["else:", "    " + draw("y = y * 0", "w = torch.zeros_like(w)", "y = x", "n += 5")]
    return Piece(["x: torch.Tensor"], lines + use(draw), given or draw("y", "y, w", "y, kept", "y, w, kept", "y * n", "y, last", "y, i", "y + step"), branch_calls(draw))


def return_from_loop(draw):
    """Loops that return where a tensor says so, and code behind them."""
    tests = ["{v}.abs().max() < 1", "{v}.sum() > 3", "({v} > 1).all()", "{v}.mean().item() < 0.1", "torch.equal({v}, x)", "not ({v} > 0).any()", "{v}.norm() < 2", "{v}.isnan().any()"]
    steps = ["y = y * 0.5", "y = y - 0.3 * y", "w = w + y.sum()", "step = y * 0.5", "y = torch.tanh(y) + x", "y = y.clamp(-1, 1)", "y = y[...]", "n += 1", "a, b = y, y * 2", "with torch.no_grad(): w = w * 2", "if i % 2: y = y + 1", "for j in range(2): y = y + j", "y = 1 / y",
             "y = y.exp()", "y += 1", "kept[0] = 3", "y = y.view(-1)", "y = y.detach()", "print(i)", "x = x + 1", "y = x", "last = y", "y = y.sum() * x", "y = y.double()", "y = own_scaled(y)", "w = w + own_total(y)", "y = own_kept(y)", "y = own_inverse(y)", "y = own_same(y)", "y = own_ranged(y)", "y = own_shown(y)"]
    values = ["y", "y", "y * 2", "y.clone()", "x", "w", "y.sum()", "y[0]", "step", "y, w", "(w, y)", "y, n", "n", "[y]", "y.detach()", "y.float()", "x + y", "torch.zeros_like(x)", "last", "y.view(-1)"]
    value = draw.of(values)
    end = [f"if {draw.of(tests).format(v=draw('y', 'y', 'w'))}:", *["    " + line for line in draw.some(("y = y * 3", "w = w + 1", "step = y - 1"), 0, 1)], f"    return {value}"]
    body = draw.some(steps[:10] if draw.maybe(0.7) else steps, 0, 3) + end + draw.some(steps[:10] if draw.maybe(0.7) else steps, 0, 2)
    head = draw("for i in range(3):", "for i in range(3):", "for i, part in enumerate(x):", f"for i in range({draw('1', '0', 'len(x)')}):")
    lines = start(draw) + ["last, step = x * 2, x", "w = x.sum()", "kept = torch.zeros(2)", "n = 0", head, *["    " + line for line in body]]
    lines += draw.of(([], [], ["y = y + 1"], ["z = y * 2", "y = z"], ["y += 1"], ["if w > 0:", "    y = y * 2"], ["print('end')"]))
    back = value if draw.maybe(0.6) else draw.of(values)
    return Piece(["x: torch.Tensor"], lines, back, branch_calls(draw))


def merge_value(draw):
    test = draw.of(TESTS[:-1]).format(v="y")
    a, b = value(draw, "y"), draw(value(draw, "x"), "y", "x")
    text = f"{a} if {test} else {b}"
    line = draw(f"y = {text}", f"y = ({text})", f"y = ({text}) + 1", f"y = [{text}][0]", f"y = torch.add({text}, 1)", f"z = ({text}); y = z")
    return Piece(["x: torch.Tensor"], start(draw) + [line] + use(draw), result(draw), branch_calls(draw))


def cond_call(draw):
    big = draw("torch.nn.Linear(3, 3)", "torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 3))", "torch.nn.LayerNorm(3)",
               "torch.nn.Linear(3, 3, bias=False)")
    small = draw("torch.nn.Linear(3, 3)", "torch.nn.Tanh()", "torch.nn.Linear(3, 3)", "torch.nn.ReLU()")
    init = [f"self.big = {big}", f"self.small = {small}"]
    head = draw(("y = ", ""), ("return ", ""))[0]
    lines = [f"if {draw.of(TESTS[:6]).format(v='x')}:", f"    {head}self.big({draw('x', 'x', 'y')})", "else:", f"    {head}self.small(x)"]
    lines = ["y = x * 2"] + lines + (use(draw) if head != "return " else [])
    return Piece(["x: torch.Tensor"], lines, "y", draw.same(3, dtypes=("float32",), shapes=((2, 3), (3,), (1, 3))), init=init)


def merge_buffer(draw):
    init = ['self.register_buffer("freq", torch.ones(3), persistent=False)', "self.short = torch.ones(3)", "self.limit = 2"]
    convert = draw("self.short = self.short.to(x.device)", "self.short = self.short.to(torch.float32)", "")
    made = draw("self.long = torch.arange(3) * 0.5", "self.long = torch.zeros(3) + self.limit", "self.long, scale = torch.ones(3) * 2, 1")
    lines = [f"length = x.{draw('max', 'sum')}()", "if length > self.limit:", '    if not hasattr(self, "long"):', f"        {made}",
             '    self.register_buffer("freq", self.long, persistent=False)', "else:"]
    lines += [f"    {convert}"] if convert else []
    lines += ['    self.register_buffer("freq", self.short, persistent=False)', "y = x * self.freq"]
    lines += draw.of(([], ["self.freq = self.freq + 1"], ["self.short.add_(1)"]))
    return Piece(["x: torch.Tensor"], lines, "y", draw.same(4, dtypes=("float32",), shapes=((2, 3), (3,))), init=init)


MESSAGES = ('"bad"', '"not {0}"', '"100%"', "'it\\'s'", '"two" " parts"', 'f"shape {x.shape}"', 'f"max {x.max()}"', "", '"""long"""', '"bad {}".format(x.shape)', '"%d" % 3')


def fail_raise(draw):
    error = draw("ValueError", "RuntimeError", "AssertionError", "IndexError", "KeyError", "OverflowError")
    message = draw.of(MESSAGES)
    text = f"raise {error}({message})" if message else f"raise {error}"
    test = draw.of(TESTS[:-1]).format(v="y")
    if message and draw.maybe(0.2):
        text = f"text = {message}\n    " + draw(f"raise {error}(text)", f"raise {error}(text)", f"raise {error}(f'{{text}}!')", f"raise {error}(text + '!')", f"text = f'{{text}}, too'\n    raise {error}(text)")
    lines = start(draw) + [f"if {test}:", *("    " + text).split("\n")] + draw.of(([], [], changes(draw, "y", 1.0)))
    return Piece(["x: torch.Tensor"], lines, result(draw), branch_calls(draw))


def fail_other_side(draw):
    """The side that raises is the other one: of an `else`, of an `elif`, behind a branch that returns."""
    error = draw("ValueError", "RuntimeError", "IndexError", "KeyError")
    message = draw('"bad"', '"bad " + name', 'f"{name} is bad"', "name", '"not {0}"', "", 'f"{name!r}"', "name + str(x.dim())", '"""long"""', "'it\\'s ' + name")
    text = f"raise {error}({message})" if message else f"raise {error}"
    test = draw.of(TESTS[:-1]).format(v="y")
    going = draw.of((["y = y * 2"], ["y = y * 2", "x = x + 1"], ["if flag:", "    y = y + 1", "else:", "    y = y - 1"], ["y.add_(1)"], ["# as it should be", "y = y + 1  # one more"], ["y = torch.relu(y)"]))
    inner = ["    " + line for line in going]
    form = draw("else", "else", "elif", "elif else", "behind", "chain", "both")
    lines = start(draw) + ['name = "y"', f"flag = {draw('True', 'x.dim() > 1')}"]
    if form == "else":
        lines += [f"if {test}:", *inner, "else:", *draw.of(([], ["    # it is not"])), "    " + text]
    elif form == "elif":
        lines += ["if flag:", *inner, f"elif {test}:", "    " + text]
    elif form == "elif else":
        lines += ["if flag:", *inner, f"elif {test}:", "    " + text, draw("else:", "elif x.dim() > 5:"), *inner]
    elif form == "behind":
        lines += [f"if {test}:", *inner, "    return y", *draw.of(([], ["# not so"])), text]
    elif form == "chain":
        lines += [f"if {test}:", "    " + text, "elif flag:", *inner, *draw.of(([], ["else:", "    y = y - 3"]))]
    else:
        lines += [f"if {test}:", "    " + text, "else:", "    " + text]
    return Piece(["x: torch.Tensor"], lines, result(draw), branch_calls(draw))


# Dynamo lowers the assert of one tensor with a literal message itself.
ASSERTED = ("not ({v} > 0).any()", "not {v}.sum() > 9", "torch.equal({v}, {v} * 1)", "torch.equal({v}, x)", "bool(({v} == {v}).all())", "-99 < {v}.sum() < 99",
            "({v} > 9).any() or ({v} < 9).all()", "{v}.isfinite().all() and {v}.max() < 9", "all(part.sum() > -99 for part in {v})", "torch.allclose({v}, {v} + 0)",
            "torch.is_nonzero({v}.sum())", "not torch.isnan({v}).any()", "not (0 in {v})")
LITERALS = ('"bad"', "", '"100%"', "'it\\'s'", '"two" " parts"', '"""long"""', 'f"shape {x.shape}"')


def fail_assert(draw):
    test = draw.of(draw(ASSERTED, ASSERTED, TESTS[:-1])).format(v="y")
    message = draw.of(LITERALS)
    line = f"assert {test}" + (f", {message}" if message else "")
    return Piece(["x: torch.Tensor"], start(draw) + [line] + use(draw), result(draw), branch_calls(draw))


READS = ("{v}.item()", "float({v})", "int({v})", "bool({v})", "float({v}.item())", "abs({v}.item())", "-{v}.item()", "{v}.item() + 1", "{v}.item() * 2.5",
         "{v}.item() / 3", "int({v}.item())", "round({v}.item())")
SCALARS = ("y.sum()", "y.mean()", "y.max()", "(y > 0).sum()", "(y > 0).any()", "y.abs().max()", "y[0]", "y.norm()", "y.argmax()", "y.prod()", "y.var()")
NUMBERS = ("0", "1", "0.5", "0.1", "-1", "2", "1e-3", "True", "257", "limit")


def test_tensor(draw):
    read = draw.of(READS).format(v=draw.of(SCALARS))
    test = f"n {draw('>', '<', '>=', '==', '!=')} {draw.of(NUMBERS)}"
    lines = start(draw) + draw.of(([], ["limit = 0.3"]))
    if not any("limit" in line for line in lines):
        test = test.replace("limit", "0.3")
    if draw.maybe(0.6):
        lines += [f"n = {read}"]
    else:
        test = test.replace("n ", f"{read} ", 1)
    kind = draw.int(0, 4)
    if kind < 2:
        lines += [f"if {test}:", *indented(body_of(draw)), *(["else:", *indented(body_of(draw))] if draw.maybe() else [])]
    elif kind == 2:
        lines += [f"y = {value(draw, 'y')} if {test} else {value(draw, 'x')}"]
    elif kind == 3:
        lines += [f"if {test}:", f'    raise {draw("ValueError", "RuntimeError")}("bad")']
    else:
        lines += [f'assert {test}, "bad"']
    if draw.maybe(0.25) and lines[-1] and any(line.startswith("n = ") for line in lines):
        lines += [draw("y = y * n", "y = y + n", "x = x / n")]
    return Piece(["x: torch.Tensor"], lines + use(draw), result(draw), branch_calls(draw))


def test_size(draw):
    made = draw("torch.tensor", "torch.as_tensor")
    lines = draw.of(([], [], ["x = x + 0"], prepared(draw, "x", "x"))) + [f"size = {made}(x.shape)"]
    between = ("", "", "", "", "x = x + 1", "size = size + 1", "size += 1", "size.mul_(2)", "other = size", "other = size\nother.add_(1)", "x.unsqueeze_(0)",
               "x.t_()", "y = x", "x = x.t()", "bump(size)", "size.data[0] = 9", "kept = [size]", "torch.add(size, 5, out=size)", "x.data = x.data[:1]",
               "y = x.sum()", "x.resize_(1)", "alias = x\nalias.squeeze_(0)", "view = size[:1]\nview += 5", "n = size[0] * 2", "x.set_(x[:1])", "bump(x)")
    lines += [line for line in (draw.of(between) if draw.maybe(0.35) else "").split("\n") if line]
    test = draw("size[0] > 2", "size[0] > 2", "size[1] <= 3", "size[0] == size[1]", "size[-1] >= 3", "2 < size[0]", "size[0] != 2", "size[1] > size[0]")
    lines += [f"if {test}:", "    x = x - 7", *(["else:", "    x = x * 2"] if draw.maybe() else [])]
    return Piece(["x: torch.Tensor"], lines, draw("x", "x, size", "x.sum()"), draw.same(3, shapes=((2, 3), (3, 2), (3, 3), (1, 4))))


def skip_draw(draw):
    made = draw("torch.rand([])", "torch.rand(())", "torch.rand(1)", "torch.rand([], dtype=torch.float64)", "torch.rand(2)", "torch.rand(1)[0]")
    limit = draw("self.drop", "self.drop", "rate", "self.rates[0]")
    change = draw.of(([], [], [], [], ["p.sub_(0.9)"], ["p = p - 0.9"], ["p -= 0.9"], ["q = p", "q.mul_(-1)"], ["p.neg_()"]))
    test = draw(f"p < {limit}", f"p < {limit}", f"self.training and p < {limit}", f"not p < {limit}", f"p >= {limit}", f"{limit} > p", f"p < {limit} and x.shape[0] > 1")
    lines = [f"rate = {draw('self.drop', '0.0', '0.5')}"] if limit == "rate" else []
    loop = draw.maybe()
    inside = [f"p = {made}", *change]
    if draw.maybe(0.3):
        inside += [f"skip = {test}", "if skip:"]
    else:
        inside += [f"if {test}:"]
    inside += ["    continue"] if loop else ["    x = x * 3"]
    inside += ["x = self.layer(x)" if draw.maybe(0.3) else "x = x + 1"]
    lines += ["for step in range(3):", *indented(inside)] if loop else inside
    drop = draw("0.0", "0", "0.0", "0.5", "1.0", "json.loads('0.0')", "json.loads('0')", "json.loads('0.5')", "json.loads('null')", "json.loads('NaN')", "json.loads('-1')", "json.loads('false')", "json.loads('\"text\"')",
                "torch.tensor(0.4) if len(os.sep) else 0.0", "torch.zeros(3) if len(os.sep) else 0.0", "float(os.environ.get('NO_SUCH', 0))", "decimal.Decimal(0)", "fractions.Fraction(json.loads('0'))", "Half() if len(os.sep) else 0.5")
    init = [f"self.drop = {drop}", f"self.rates = [{drop}, 0.0]", "self.layer = torch.nn.Linear(3, 3)"]
    half = ("class Half(float):", "    def __gt__(self, other):", "        return other < 0.5", "    def __le__(self, other):", "        return other >= 0.5", "")
    return Piece(["x"], lines, draw("x", "x, torch.rand(2)", "x, p"), draw.same(3, dtypes=("float32",), shapes=((2, 3),)), imports=("import decimal", "import fractions", "import json", "import os"), module=half, init=init)


def returned_mask(draw, made, test):
    """None is returned for a mask that masks nothing; what is returned else leaves x as it is then."""
    given = draw("m", "m * 1", "(m != 0).to(m.dtype)", "1 - (1 - m)", "m.clone()", "m.unsqueeze(0).squeeze(0)")
    between = draw.of(([], [], ["k = m.sum()"], ["m = m * 1"], ["if m.dim() > 5:", "    return m"]))
    module = ("def mask_of(m, cache=None):", "    mask = m", f"    if {test}:", f"        return{draw('', ' None')}", *["    " + line for line in between], f"    return {given}", "")
    lines = [f"m = mask_of({made})", "if m is not None:", "    x = x * m"]
    return Piece(["x: torch.Tensor"], lines, draw("x", "x * 2"), draw.same(3, dtypes=FLOATS, shapes=((3,), (2, 3), (1, 3), (0, 3), (2, 2, 2))), module=module)


def keep_mask(draw):
    """A consumer that does the same with a mask that masks nothing as with none."""
    made = draw("(x.sum(-1, keepdim=True) > -99).to(x.dtype)", "(x > -99).to(x.dtype)", "(x > 0).to(x.dtype)", "torch.ones_like(x)", "(x * 0 + 1)", "(x[:1] > 0).to(x.dtype)")
    test = draw("torch.all(m == 1)", "m.all()", "(m == 1).all()", "not (m == 0).any()", "m is not None and torch.all(m == 1)", "m is not None and m.all()", "torch.all(mask == 1)", "not (m != 1).any()",
                "(cache is not None and cache > 1) or (m is not None and torch.all(m == 1))", "m is not None and not (m == 0).any() and x.dim() > 0", "torch.all(m)", "m.all(0)")
    if draw.maybe(0.4):
        return returned_mask(draw, made, test)
    lines = [f"mask = {made}", "cache = None", "m = mask", *draw.of(([], [], [], ["mask = mask * 1"], ["m = m * 1"])), f"if {test}:", "    m = None"]
    lines += draw.of((["if m is not None:", "    x = x * m"], ["if m is not None:", "    x = x * m", "    x = x * m"], ["x = x if m is None else x * m"]))
    return Piece(["x: torch.Tensor"], lines, draw("x", "x", "x, mask"), draw.same(3, dtypes=FLOATS, shapes=((3,), (2, 3), (1, 3), (0, 3), (2, 2, 2))))


def compare_neighbours(draw):
    made = draw("x.long().flatten()", "(x > 0).sum(-1)", "x", "(x > 0).long()", "x.flatten() * 0", "x > 0", "x[0]", "ids")
    asked = draw("t", "t", "t", "(t * 2)", "t.clone()", made)
    count = draw("len(torch.unique_consecutive({t}))", "torch.unique_consecutive({t}).numel()", "torch.unique_consecutive({t}).shape[0]", "len(torch.unique_consecutive({t}, dim=0))", "torch.unique({t}).numel()", "len(torch.unique({t}))", "{t}.unique().size(0)", "{t}.unique_consecutive().nelement()", "torch.unique({t}, dim=0).shape[0]", "{t}.unique().size(-1)").format(t=asked)
    test = draw(f"{count} > 1", f"{count} > 1", f"{count} <= 1", f"{count} >= 2", f"{count} < 2", f"{count} > 2", f"{count} == 1", f"1 < {count}")
    lines = ["ids = x.argsort().flatten()", f"t = {made}", *changes(draw, "t", 0.15)]
    lines += draw.of(([f"if {test}:", '    raise ValueError("differ")'], [f"if {test}:", "    x = x * 2"], [f"many = {test}", "x = x * many"], [f"x = x * 2 if {test} else x + 1"], [f'assert {test}, "differ"']))
    return Piece(["x: torch.Tensor"], lines, draw("x", "x, t"), draw.same(4, dtypes=draw(FLOATS, ALL), shapes=((3,), (2, 3), (1,), (0,), (2, 2), (4, 2), (1, 3), (0, 3))))


def pad_for_loss(draw):
    made = draw("labels >= 0", "labels >= 0", "labels != -100", "labels > 0")
    flat = draw("labels.masked_select(m)", "labels[m]", "torch.masked_select(labels, m)")
    lengths = draw("m.sum(-1)", "m.sum(-1)", "m.long().sum(-1)", "counts")
    lines = [f"m = {made}", "counts = m.sum(-1)"] + draw.of(([], [], [], ["m = m & True"], ["labels = labels * 1"], ["m.logical_not_()", "m.logical_not_()"])) + [f"flat = {flat}", "scores = x.log_softmax(-1)"]
    if draw.maybe():
        lines += [f"n = {lengths}"]
        lengths = "n"
    option = draw("", "", ", reduction='sum'", ", zero_infinity=True", ", blank=0")
    lines += draw.of(([f"y = F.ctc_loss(scores, flat, sizes, {lengths}{option})"], [f"y = F.ctc_loss(log_probs=scores, targets=flat, input_lengths=sizes, target_lengths={lengths}{option})"],
                      [f"y = F.ctc_loss(scores, flat, sizes, {lengths}{option})", "z = flat.sum()"]))
    calls = []
    for _ in range(3):
        rows = []
        for _ in range(2):
            used = draw.int(0, 3)
            rows.append([draw.int(1, 3) for _ in range(used)] + [-100] * (3 - used))
        dtype = draw("float32", "float64")
        calls.append(f'args = (t("{dtype}", (6, 2, 4), seed={draw.int(0, 999)}, grad={draw.maybe()}), exact({rows}), exact([6, {draw.int(3, 6)}]))')
    return Piece(["x: torch.Tensor", "labels: torch.Tensor", "sizes: torch.Tensor"], lines, draw("y", "y, m"), calls)


NUMBERS = ("0.1", "0.5", "1", "-1", "2.0", "1e-3", "3", "self_rate", "x.shape[0]", "0.25 * 3", "x.mean()", "top", "-x.sum()", "True", "None", "x.dim() / 3")
SPENT = ("z = x * s", "z = x / s", "z = x + s", "z = s - x", "z = x * (1 - s)", "z = x * s / 3", "x = x * 1; x *= s; z = x", "z = top * s", "z = torch.mul(x, s)", "z = x.masked_fill(x > 0, s)", "z = s", "z = x ** s", "z = x * (s + 1)", "z = x.double() * s",
         "z = torch.where(x > 0, x, s)", "z = x[:1] - s * 2")


def merge_numbers(draw):
    """A number for each side of a branch, which tensors take."""
    test, other = (draw.of(TESTS).format(v=draw("x", "top")) for _ in range(2))
    a, b, c = (draw.of(NUMBERS) for _ in range(3))
    lines = ["self_rate = 0.3", "flag = True", "top = x.max()"]
    kind = draw.int(0, 5)
    if kind == 0:
        lines += [f"s = {a} if {test} else {b}"]
    elif kind == 5:
        lines += ["if x.dim() > 1:", f"    if {test}:", f"        high = {a}", "    else:", f"        high = {b}", f"    s = high - {draw('1', '0.5', 'self_rate')}", "else:", f"    s = {c}"]
    elif kind == 1:
        lines += [f"s = {a}", f"if {test}:", f"    s = {b}"]
    elif kind == 2:
        lines += [f"if {test}:", f"    s = {a}", "else:", f"    s = {b}"] + draw.of(([], [], ["    z = x * s"]))
    elif kind == 3:
        lines += [f"if {test}:", f"    s = {a}", f"elif {other}:", f"    s = {b}", "else:", f"    s = {c}"]
    else:
        lines += [f"z = x * ({a} if {test} else {b})"]
        return Piece(["x: torch.Tensor"], lines, draw("z", "z, x"), draw.same(3, dtypes=draw(FLOATS, FLOATS, ALL)))
    lines += draw.of(SPENT).split("; ")
    return Piece(["x: torch.Tensor"], lines, draw("z", "z, x", "z.sum()"), draw.same(3, dtypes=draw(FLOATS, FLOATS, ALL)))


def leave_out_rest(draw):
    """A loop whose rest a branch leaves out by `continue`."""
    test = draw.of(TESTS).format(v=draw("part", "part", "total"))
    body = draw.of(([], [], ["total = total - 1"], ["y = part"], ["print(total)"]))
    rest = draw.some(["total = total + part", "total = total * 2", "y = part * 2", "total = total + y", "step = step + 1", "y = y + total", "outs.append(part)", "total += 1", "part = part.abs()", "total = total + part.sum()",
                      "if total.sum() > 1:\n    total = total / 2", "if step == 0:\n    total = total + 3", "break", "y = torch.relu(total)"], 1, 3)
    over = draw("(x, y)", "[x, -x, x * 2]", "x", "parts", "enumerate(parts)")
    lines = ["flag = True", "y = x * 1", "step = 0", "outs = []", "parts = [x, y + 1]", "total = torch.zeros_like(x)" if draw.maybe(0.8) else "total = x"]
    lines += [f"for {'step, part' if over.startswith('enumerate') else 'part'} in {over}:", f"    if {test}:", *indented(body, 8), "        continue"]
    lines += draw.of(([], [], ["    # what is left"])) + indented("\n".join(rest).split("\n"))
    return Piece(["x: torch.Tensor"], lines, draw("total", "total, y", "total, step"), draw.same(3, dtypes=FLOATS))


def draw_in_test(draw):
    """A test that draws, or calls what is not known, where it stands."""
    asked = draw("torch.rand(1) < p", "torch.rand(()) > 0.5", "torch.rand(1).item() < p", "p > torch.rand(1)", "torch.randn(3).sum() > 0", "noisy(x) > 0", "torch.rand(1) < 2", "torch.bernoulli(x.abs().clamp(0, 1)).any()", "self_flag and torch.rand(1) < p",
                 "torch.rand(1) < p or x.sum() > 0", "x.sum() > 0 or torch.rand(1) < p", "x.sum() > 0 and torch.rand(1) < p", "torch.rand(1) < p and self_flag", "not torch.rand(1) < p", "noisy(x) > 0 and x.sum() > 0", "torch.rand(2) < p")
    body = draw("y = y * 2", "y = torch.zeros_like(y)", "y = y + torch.rand_like(y)", "return y * 0", "y = -y\nz = y + 1", "y = y", "pass", "raise ValueError('drawn')", "if torch.rand(1) < 0.5:\n    y = y + 1")
    chosen = draw("y = {a} if {t} else {b}", "y = y + ({a} if {t} else {b})", "y = [{a} if {t} else {b}][0]", "y = torch.add(torch.rand(1), {a} if {t} else {b})", "return {a} if {t} else {b}", "y = y.add_(1) * ({a} if {t} else {b})", "y[:1] = ({a} if {t} else {b})[:1]")
    chosen = chosen.format(t=asked, a=draw("y * 2", "x", "z - 1", "torch.zeros_like(y)", "torch.rand_like(y)", "2.0", "noisy(y) + y"), b=draw("y", "x", "y + 1", "y.clone()", "0.5"))
    test = [f"if {asked}:", *indented(body.split("\n"))] + draw.of(([], [], ["else:", "    y = y + 3"])) if draw.maybe(0.6) else [chosen]
    lines = ["p = 0.4", "self_flag = True", "z = x", "y = x * 1", *test, *draw.of(([], ["y = y + torch.rand(1)"]))]
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, z"), draw.same(3, dtypes=FLOATS), module=("def noisy(t):", "    return t.sum() + torch.randn(1)[0]", ""))


def test_among(draw):
    """A tensor looked for among numbers, and numbers in a tensor."""
    token = draw("x.long().sum()", "x.argmax()", "x.sum()", "x.long().max()", "x[0]", "y")
    test = draw("t in (0, 2)", "t in [1, 2, 3]", "t not in (0,)", "t in {1, 2}", "t in (0.5, 1)", "t in ()", "t in special", "not t in (1, 2)", "t in (0, 2) and x.sum() > 0", "x.sum() > 0 or t in (1,)", "t in (True, 2)", "t in (x.shape[0], 1)", "0 in x", "1 not in x.long()", "t in (0, None)")
    lines = ["special = (0, 1)", "y = x * 2", f"t = {token}", f"if {test}:", *indented([draw("y = y + 1", "y = torch.relu(y)", "raise ValueError('special')", "y = y * 0.5")])]
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, t"), draw.same(3, dtypes=draw(FLOATS, INTS)))


def check_call(draw):
    """Checks of torch's on what a tensor says."""
    test = draw("not (x < -1).any()", "bool((x > -9).all())", "x.max().item() < 3", "not torch.isnan(x).any()", "(x > 0).all().item()", "x.sum().item() > 0 and x.dim() > 0", "bool(x.sum() > 0)", "(x > -9).all()", "x.abs().max().item() <= limit", "not bool((x > 9).any())", "x.numel() > 0",
                "int(x.argmax()) < 4", "x.min().item() + 2 > 0")
    check = draw("torch._assert", "torch._assert", "torch._check_value", "torch._check_index", "torch._check", "torch._check_type")
    message = draw('"bad"', 'f"bad {x.shape}"', '"bad %d" % 3', "note", 'f"bad {limit}"', '"bad\\n" "worse"')
    if check != "torch._assert":
        message = "lambda: " + message if draw.maybe(0.8) else ""
    lines = ["limit = 2", 'note = "a note"', "y = x * 2", *changes(draw, "y", 0.2), f"{check}({test}{', ' if message else ''}{message})"]
    return Piece(["x: torch.Tensor"], lines, draw("x", "y"), draw.same(4, dtypes=draw(FLOATS, INTS)))


def returns_inside(draw):
    """Branches that return, inside of branches and one after the other."""
    def test():
        return draw.of(TESTS[:8]).format(v=draw("x", "y"))

    pair = draw.maybe(0.3)

    def back():
        one = f"return {value(draw, draw('x', 'y'))}"
        return one + ", " + draw("x", "y", value(draw, "x")) if pair else one

    def block(depth):
        before = body_of(draw)[:1] if draw.maybe(0.4) else []
        if depth and draw.maybe(0.5):
            inner = [f"if {test()}:", *indented(block(depth - 1))]
            if draw.maybe(0.7):
                inner += ["else:", *indented(block(depth - 1))]
            return before + inner
        return before + ([back()] if draw.maybe(0.8) else ["y = y * 2"])

    lines = start(draw) + [f"if {test()}:", *indented(block(1))]
    for _ in range(draw.int(0, 2)):
        lines += [f"elif {test()}:", *indented(block(1))]
    if draw.maybe(0.4):
        lines += ["else:", *indented(block(1))]
    return Piece(["x: torch.Tensor"], lines, back().removeprefix("return "), branch_calls(draw))


def numbers_returned(draw):
    """A helper that returns numbers, one for each step of a tensor."""
    numbers = [draw("1.0", "2", "0.5", "15", "255.0", "-1.0", "0", "n") for _ in range(4)]
    bounds = [draw("4", "0", "1.5", "-1") for _ in range(2)]
    module = ["def level(t, n=3.0):", f"    if t > {bounds[0]}:", f"        return {numbers[0]}", f"    elif t {draw('>', '<', '!=')} {bounds[1]}:", f"        return {numbers[1]}"]
    module += draw.of((["    else:", f"        return {numbers[2]}"], [f"    return {numbers[2]}"], [f"    if t.isnan():", f"        return {numbers[3]}", f"    return {numbers[2]}"]))
    use_of = draw("x * n", "x / n", "(x.max() - x.min()) / n", "(x.max() - 1) * n", "x + n", "torch.clamp(x, max=n)", "x.sum() / n", "x ** n", "x * (n + 1)", "x.mean() - x.sum() * n", "torch.full_like(x, n)", "x * n if n > 1 else x", "n - x")
    lines = [f"n = level({draw('x.sum()', 'x.max() - x.min()', 'x.mean()', 'x.flatten()[0]')})", f"y = {use_of}"]
    return Piece(["x: torch.Tensor"], lines, "y", branch_calls(draw), module=(*module, ""))


def appended(draw):
    """Lists that the sides of a branch append to."""
    def test():
        return draw.of(TESTS[:8]).format(v=draw("part", "part", "y"))

    def item():
        return value(draw, draw("part", "part", "y", "x"))

    def side():
        before = draw.of(([], [], ["y = y + 1"], ["part = part * 2"], ["y = part"]))
        behind = draw.of(([], [], [], ["y = y * 2"], ["more.append(y)"]))
        return before + [f"outs.append({draw(item(), item(), 'part', '1.0', 'outs[-1] if outs else part')})"] + behind

    body = [f"if {test()}:", *indented(side())]
    shape = draw.int(0, 4)
    if shape == 0:
        body = [f"if {test()}:", *indented(side()), "    continue", *side()]
    elif shape == 1:
        body += [f"elif {test()}:", *indented(side()), "else:", *indented(side())]
    elif shape == 2:
        body += ["else:", f"    if {test()}:", *indented(indented(side())), "    else:", *indented(indented(side()))]
    elif shape == 3:
        body += ["else:", *indented(side())]
    over = draw("(x, y)", "[x, -x, x * 2]", "parts", "x")
    lines = [*start(draw), "parts = [x, y + 1]", "outs = []", "more = []", f"for part in {over}:", *indented(body)]
    lines += draw.of(([], [], ["outs[0].add_(1)"], ["x = x * 2"], ["y += 1"]))
    back = draw("torch.stack(outs)", "outs", "sum(outs)", "outs, y", "outs[0], more", "[out * 2 for out in outs]", "outs, x")
    return Piece(["x: torch.Tensor"], lines, back, branch_calls(draw))


def choices(draw):
    """Conditional expressions in one another."""
    def test():
        return draw.of(TESTS[:8]).format(v=draw("x", "y"))

    numbers = draw.maybe(0.4)

    def leaf():
        return draw.of(NUMBERS) if numbers else value(draw, draw("x", "y"))

    def choice(depth):
        inner = [f"({choice(depth - 1)})" if depth and draw.maybe(0.6) else leaf() for _ in range(2)]
        return f"{inner[0]} if {test()} else {inner[1]}"

    lines = ["self_rate = 0.3", "flag = True", *start(draw)]
    lines += [f"z = {choice(2)}"] if draw.maybe(0.7) else [f"if {test()}:", f"    z = {choice(1)}", "else:", f"    z = {choice(1)}"]
    if numbers:
        lines += draw.of(SPENT).replace("s ", "z ").split("; ") if draw.maybe(0.2) else [f"z = {draw('x * z', 'x / z', 'x + z', 'x.sum() * z', 'torch.full_like(x, z)')}"]
    return Piece(["x: torch.Tensor"], lines, draw("z", "z, x", "z * 2"), branch_calls(draw))


KINDS = {
    "appended": (appended, "run both sides"),
    "stores": (side_effects, "run both sides and select with torch.where"),
    "keep_test": (keep_test, "keep the test as a tensor"),
    "flags": (flags, "run both sides and select with torch.where"),
    "choices": (choices, "compute both values and select with torch.where"),
    "returns_inside": (returns_inside, "run both sides"),
    "numbers_returned": (numbers_returned, "run both sides"),
    "keep_mask": (keep_mask, "keep the mask"),
    "compare_neighbours": (compare_neighbours, "compare neighbours"),
    "pad_for_loss": (pad_for_loss, "pass the loss its targets in rows"),
    "return_from_loop": (return_from_loop, "run every iteration, and select what the loop returns"),
    "freeze_loop": (freeze_loop, "run every iteration, and change nothing more once the loop has ended"),
    "merge_branch": (merge_branch, "run both sides and select with torch.where|run the side that the tensor selects, with torch.cond"),
    "merge_value": (merge_value, "compute both values and select with torch.where|compute the value that the tensor selects, with torch.cond"),
    "merge_numbers": (merge_numbers, "select with torch.where"),
    "leave_out_rest": (leave_out_rest, "select with torch.where"),
    "draw_in_test": (draw_in_test, "select with torch.where|fail in the graph|compute both values and select"),
    "test_among": (test_among, "select with torch.where|fail in the graph"),
    "check_call": (check_call, "fail in the graph with torch._assert_async"),
    "cond_call": (cond_call, "run the side that the tensor selects, with torch.cond"),
    "merge_buffer": (merge_buffer, "prepare both tensors and select the buffer with torch.where"),
    "fail_other_side": (fail_other_side, "fail in the graph with torch._assert_async"),
    "fail_raise": (fail_raise, "fail in the graph with torch._assert_async"),
    "fail_assert": (fail_assert, "assert one tensor, which Dynamo lowers"),
    "test_tensor": (test_tensor, "run both sides|select with torch.where|fail in the graph|assert one tensor|with torch.cond"),
    "test_size": (test_size, "test the size itself"),
    "skip_draw": (skip_draw, "decide without the draw where no draw can pass the limit"),
}
