"""Programs that read numbers out of tensors which are made of Python's own."""

from shell import ALL, FLOATS, Piece, indented

SIZE = ("x.shape[0]", "x.size(-1)", "x.dim()", "2", "3", "len(x.shape)", "x.numel()", "1", "0", "-1", "2 ** 62")
MADE = (
    "torch.tensor([{a}, {b}])",
    "torch.tensor([{a}, {b}])",
    "torch.as_tensor([{a}, {b}], device=x.device)",
    "torch.tensor(({a}, {b}), dtype=torch.{t})",
    "torch.tensor([[{a}, {b}], [{b}, {c}]]).prod(1)",
    "torch.tensor([[{a}, {b}], [{c}, {b}]])[:, 1]",
    "torch.stack([torch.tensor({a}), torch.tensor({b})])",
    "torch.cat([torch.tensor([{a}]), torch.ones(1, dtype=torch.long)])",
    "torch.tensor([{a}, {b}, {c}]).cumsum(0)[1:]",
    "torch.tensor([{a}, {b}]) * {c} - 1",
    "torch.tensor([{a}, {b}]) // 2",
    "torch.tensor([{a}, {b}]) % 3",
    "torch.tensor([{a} * 0.3, {b} / 7])",
    "torch.tensor([{a} + 0.5, {b}], dtype=torch.{f}) * 0.7",
    "torch.tensor([{a}, {b}]).to(x.device)",
    "torch.tensor([{a}, {b}]).to(torch.{t})",
    "torch.zeros(2, dtype=torch.long) + {a}",
    "torch.full((2,), {a})",
    "torch.arange(4)[1:3] * {a}",
    "torch.tensor([{a}, {b}]).flip(0)",
    "torch.tensor([x, x]) if x.numel() == 0 else torch.tensor([{a}, {b}])",
    "torch.tensor([{a}, {b}]).max(0).values.expand(2)",
    "torch.tensor([{a}, {b}]).unbind()[0].repeat(2)",
)
CHANGED = (
    [],
    [],
    [],
    [],
    ["s += 1"],
    ["s[0] = 2"],
    ["s[0] = (x > 0).sum()"],
    ["v = s.view(-1)", "v[0] = 1"],
    ["v = s[0]", "v += x.shape[0]"],
    ["v = s.unsqueeze(0)", "v.mul_(2)"],
    ["s.add_(1)"],
    ["s.copy_(s.flip(0))"],
    ["torch.add(s, 1, out=s)"],
    ["s.data[0] = 1"],
    ["a, b = s.chunk(2)", "a += 1"],
    ["s = s + (x.sum() > 0)"],
    ["t = s.to(x.device)", "t[0] = 1"],
    ["s = s.sort().values"],
    ["s.clamp_(0, 2)"],
    ["s = s.clone()", "s[1] -= 1"],
    ["change(s)"],
    ["for k in range(2):", "    s[k] += 1"],
    ["v = s.as_strided((2,), (1,))", "v[0] = 1"],
    ["v = s.expand(2, 2)[0]", "v[1] += 1"],
)
TESTS = (
    "{n} > 1",
    "{n} == x.shape[0]",
    "s.sum() != {c}",
    "{n} % 2 == 0",
    "(s > 1).all()",
    "(s == 2).any()",
    "{n}",
    "not {n}",
    "{n} < {n} + 1",
    "s[:1] == 2",
    "s == 2",
    "s.prod() > 3 and x.dim() > 0",
    "{n} * 0.3 > 0.6",
    "s.max() - s.min() > 0.5",
    "{n} > x.sum()",
    "0 < {n} < 3",
    "{n} in (1, 2)",
)
READS = (
    "y = x.flatten()[: {n}]",
    "y = x.flatten()[{n} :]",
    "y = x.flatten()[{n} - 1 : {n} + 1]",
    "y = torch.linspace(0.5, {n} - 0.5, 3)",
    "y = torch.linspace(0, {n}, {n})",
    "y = torch.zeros({n}, 2)",
    "y = x.new_ones({n})",
    "y = torch.arange({n})",
    "y = torch.arange(0, {n} * 0.5)",
    "y = x.repeat({n}, *[1] * x.dim())",
    "y = x.flatten().narrow(0, 0, {n})",
    "y = x.reshape({n}, -1)",
    "y = torch.ones(1, 1).expand({n}, {n})",
    "y = torch.nn.functional.pad(x, (0, {n}))",
    "y = x.flatten().split({n})[0]",
    "y = torch.eye({n}, {n} + 1)",
    "for k in range({n}):\n    y = y + k",
    "y = [x, x * 2, x * 3][{n}]",
    "y = [x, x * 2, x * 3][: {n}]\ny = y[0]",
    "x.flatten()[: {n}] = 1",
    "y = x.flatten()[{n}]",
    "y = torch.full(({n},), {n})",
)


def read_while_tracing(draw):
    """Tests, sizes and bounds by what tensors of sizes and constants hold."""
    use = draw.int(0, 3)
    sizes = SIZE if use < 2 else SIZE[:-1]  # nothing is as large as that
    a, b, c = draw(*SIZE[:5]), draw(*sizes), draw(*sizes)
    made = draw(*MADE).format(a=a, b=b, c=c, t=draw("int64", "int32", "uint8", "float32", "bool"), f=draw("float32", "float64", "float16", "bfloat16"))
    number = draw("s[0]", "s[0]", "s[1]", "s.sum()", "s[0] * s[1]", "s[0] + 1", "s[-1]", "s.max()", "at", "s[:1]")
    lines = [f"s = {made}", "at = 0", *draw.of(CHANGED), *draw.of(([], [], ["at = at + s[0]"], ["at += s[0]", "at += s[1]"]))]
    lines += ["y = x * 1"]
    if use == 0:
        fails = draw("raise ValueError('sizes')", "raise ValueError('sizes')", "raise IndexError", "y = y + 1", "print('said')", "return y * 2")
        lines += [f"if {draw(*TESTS).format(n=number, c=c)}:", f"    {fails}"] + draw.of(([], [], ["else:", "    y = y * 3"]))
    elif use == 1:
        lines.append(f"assert {draw(*TESTS).format(n=number, c=c)}" + draw("", ", 'sizes'"))
    elif use == 2:
        lines += draw(*READS).format(n=number).split("\n")
    else:
        inner = draw(*READS).format(n=draw("h", "w", "h * w", "at")).split("\n")
        lines += [draw("for h, w in [s, s + 1]:", "for i, (h, w) in enumerate(s.unsqueeze(0)):", "for h, w in zip(s, s.flip(0)):", "for h, w in torch.stack([s, s * 2]):"), *indented(inner), "    at = at + h", "    z = y"]
    module = ["def change(t):", f"    {draw('t[0] = 1', 't += 1', 'return t + 1', 't.zero_()')}", ""]
    if draw.maybe(0.4):
        at = next(i for i, line in enumerate(lines) if line == "y = x * 1")
        module += ["def further(x, s, at):", *indented(lines[at:]), "    return y", ""]
        lines = [*lines[:at], "y = further(x, s, at)"]
    back = draw("y", "y", "y, s", "y, x", "y, s.sum()")
    return Piece(["x: torch.Tensor"], lines, back, draw.same(3, dtypes=draw(FLOATS, FLOATS, ALL), shapes=((3,), (2, 3), (4,), (2, 2), (1, 2), (0, 2))), module=module)


KINDS = {"read_while_tracing": (read_while_tracing, "read the number while tracing")}
