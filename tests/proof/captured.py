"""Programs whose numbers and sizes depend on data, and go where a graph takes a symbol, or does not."""

from shell import ALL, FLOATS, INTS, Piece, changes, prepared

HEIGHTS = ("parts.append(torch.arange(h).unsqueeze(1).expand(-1, w).flatten())", "parts.append(torch.zeros(h, w).flatten())", "parts.append(torch.full((h * w,), 2))", "parts.append(torch.arange(h * w).reshape(h, w).t().flatten())",
           "parts.append(torch.ones(w) * h)", "parts.append(torch.arange(w) + h)", "parts.append(torch.zeros(max(h, w)))")


def number_lines(draw):
    kind = draw.int(0, 7)
    if kind == 0:
        read = draw("x.abs().max().item()", "int((x > 0).sum())", "float(x.sum())", "x.argmax().item()", "(x > 0).sum().item()", "n.item()", "n.max().item()", "int(n.sum())")
        return [f"n = {read}", draw("y = x * (n * 2.0 + 1.0)", "y = x / (n + 1)", "y = x[:n]", "y = x[n:].sum()", "y = torch.zeros(n) + 1", "y = torch.full((2,), n)", "y = x > n", "y = x * min(n, 2)", "y = x + n // 2", "y = x[:, :n]", "y = x[: n + 1]", "y = x[-n:]",
                                    "y = torch.arange(n)[None] < 3", "y = x.flatten().repeat_interleave(n, 0)", "y = torch.arange(n).repeat(2)", "y = F.pad(x, (0, n))", "y = x.narrow(0, 0, n)", "y = [x] * n", "y = x if n > 1 else x + 1", "y = x.new_zeros(n, 2)", "y = torch.tensor([n, n + 1])", "y = x * 1\ny[:n] = x[:n] * 2", "y = x * 1\ny[n:] = 0", "y = x * 1\ny[n : n + 1] = 5", "y = x * 1\ny[:, :n] = 1", "y = x * math.sqrt(n)", "y = x * math.ceil(n / 2)", "y = x + math.floor(n * 0.7)", "k = max(n, 1)\ny = x[:k]", "y = x / max(n, 1.0)", "y = x * min(1.0, n / 7)")]
    if kind == 1:
        return ["sizes = n.tolist()", draw("y = torch.split(x, sizes)", "y = torch.cat(torch.split(x.flatten(), sizes)[:1])", "y = torch.stack([x[:k].sum(0) for k in sizes])", "y = x * sum(sizes)", "y = torch.cat([torch.arange(k) for k in sizes])", "y = x * len(sizes)", "a = sizes[0]; y = torch.zeros(a)", "y = x\nfor k in sizes:\n    y = y * k",
                                           "y = [torch.full((k,), i) for i, k in enumerate(sizes)]", "y = [x[:k] for k in sizes]", "y = {k: x for k in sizes}")]
    if kind == 2:
        return ["grid = torch.stack([n, n + 1], -1)", "parts = []", f"for {draw('h, w', '(h, w)')} in grid.tolist():", "    " + draw.of(HEIGHTS), "y = torch.cat(parts)"]
    if kind == 3 and draw.maybe(0.4):
        return ["y = x * 1", *draw("for k in n.tolist():\n    y[:k] = 2", "for i, k in enumerate(n.tolist()):\n    y[:, k:] = i", "for k in n:\n    y[:k] = y[:k] * 2", "for k in n:\n    y[k:] = 0", "y[: n[0]] = 1", "y[n[0].item() :] = 3", "y[n[0] : n[1]] = 0", "y[: int(n[0])] = x[: int(n[0])] + 1", "for a, b in zip(n.tolist(), n.tolist()):\n    y[a:] = b", "k = int(0.5 * n.sum())\ny = y[:k]", "k = max(1, int(n[0]))\ny[:k] = 4").split("\n")]
    if kind == 3:
        return [f"y = {draw('x[: n.max()]', 'x[: n[0]] * 2', 'x[n[0] :].sum()', 'x[: (n % 3).max()]', 'x[n[0] : n[1]]', 'x[:, : n[0]]', 'x[: n.sum()].mean(0)', 'x[0 : n[0], 0]')}"]
    if kind == 4:
        return [f"y = {draw('torch.arange(n.max())', 'torch.arange(n.max())[None] < n[:, None]', 'torch.zeros(n[0], 2)', 'x.flatten()[: n[0]].expand(2, n[0])', 'torch.ones(n.max()) * x.sum()')}"]
    if kind == 5:
        return ["a, b = n[0].item(), n[1].item()", draw("y = x[:a] * b", "y = torch.zeros(a, b)", "y = torch.arange(a * b).reshape(a, b)", "y = x[a:b]", "y = torch.full((a + b,), a)")]
    if kind == 6:
        return [f"y = {draw('torch.arange(n[0], n[0] + 3)', 'torch.arange(2, n.max())', 'torch.arange(0, n[0] * 2, 2)', 'x.roll(n[0], 0)', 'x.roll(n[0])', 'torch.tril(x, n[0])', 'x.select(0, n[0])', 'F.pad(x, (0, n[0]))', 'F.pad(x, (n[0], n[1]), value=1)', 'torch.arange(n[0], n[1]) + x.sum()', 'x.repeat_interleave(n[0], 0)', 'x.flatten().split(n[0])[0]', 'torch.full((n[0],), n[1])', 'torch.eye(n[0], n[1])', 'torch.linspace(0, n[0], 3)')}"]
    return [f"k = count({draw('n', 'n + 1', 'x > 0')})", draw("y = torch.zeros(k)", "y = x * k", "y = x[:k]", "y = torch.arange(k) + x.sum()")]


def without_gradients(draw):
    """A buffer that is written to at a place that another one holds, in a method that has no gradients."""
    read = draw("self.at.item()", "int(self.at)", "self.at.sum().item()", "int(self.at * 1.0)")
    store = draw("self.kept[p : p + len(x)] = x", "self.kept[p:] = x.sum()", "self.kept[:p] = 1", "self.kept[p : p + 1] += 1", "self.kept[:p] = self.kept[:p] * 2", "self.kept[p : p + 2].zero_()")
    move = draw("self.at += 1", "self.at.fill_(p + 1)", "self.at.copy_((self.at + len(x)) % 8)", "self.at.add_(x.numel())")
    back = draw("return x * 2", "return x * p", "return self.kept[:p].sum() + x", "return p", "return self.kept.clone()")
    methods = (draw("@torch.no_grad()", "@torch.no_grad()", "@torch.inference_mode()"), "def keep(self, x):", f"    p = {read}", f"    {store}", f"    {move}", f"    {back}", "")
    init = ["self.register_buffer('kept', torch.zeros(8))", f"self.register_buffer('at', torch.tensor({draw('3', '0', '6', '[2]')}))"]
    calls = draw.same(3, dtype="float32", shapes=((3,), (1,), (2,)))
    return Piece(["x: torch.Tensor"], [f"y = self.keep({draw('x', 'x.detach()', 'x * 2')})"], draw("y", "y, self.kept", "x * 2, self.kept, self.at", "x * y"), calls, init=init, methods=methods)


def capture_number(draw):
    if draw.maybe(0.15):
        return without_gradients(draw)
    lines = prepared(draw) if draw.maybe(0.2) else []
    lines += "\n".join(number_lines(draw)).split("\n") + changes(draw, "x", 0.1)
    helper = ("def count(t):", f"    return {draw('t.sum().item()', 'int(t.sum())', 't.max().item()', 'int(t.sum()) // 2')}", "") if any("count(" in line for line in lines) else ()
    calls = [source + f"\nargs = (*args, exact([{draw.int(0, 3)}, {draw.int(0, 3)}, {draw.int(0, 2)}]))" for source in draw.same(3, dtypes=draw(FLOATS, ALL), shapes=((3,), (6,), (4, 3), (6, 2), (3, 4), (1,), (0,)))]
    return Piece(["x: torch.Tensor", draw("n: torch.Tensor", "n: torch.Tensor", "n")], lines, draw("y", "y, x", "y"), calls, module=helper, imports=("import math",))


USES = ("z = y.squeeze(-1)", "z = y.squeeze(1)", "z = y.unbind(1)[0]", "z = torch.squeeze(y, -1)", "y = y * 2", "z = y.sum()", "z = y.mean(0)", "y = torch.relu(y)", "z = torch.cat([y, y])", "z = y.shape[0]", "z = y.softmax(-1)", "y = y + y", "z = y.std()", "z = y.prod()", "y = y.cumsum(0)", "y = y.roll(1, 0)", "z = y.max()", "z = F.mse_loss(y, y * 2)", "z = y.flatten()",
        "z = y[1:] - y[:-1]", "z = y.unsqueeze(0)", "y = y.to(torch.float64)", "z = y.numel() / 2", "z = y.reshape(-1)", "z = torch.zeros(y.shape[0])", "z = y if len(y) > 1 else x", "z = [row for row in y]", "z = torch.stack([y, y])", "z = y.norm()", "z = torch.einsum('i...->...', y)",
        "z = y.tolist()", "z = y.squeeze(-1)", "z = y.sort(0).values", "z = torch.where(y > 0, y, 0)", "z = torch.zeros_like(y)", "z = y.view(y.shape[0], -1)", "z = y.logsumexp(0)", "z = y @ y.transpose(0, -1)", "y += 1", "y.add_(1)", "z = same(y)", "z = y.diff(dim=0)", "z = y.argsort(0)")


def count_selected(draw):
    mask = draw("m = x > 0", "m = x[:, 0] > 0", "m = (x > 0).any(-1)", "m = x != x", "m = x < 99", "m = x.flatten() > 0", "m = x", "m = x.long() % 2 == 0", "m = given", "m = x.sum(-1) > 0")
    found = draw("y = x[m]", "y = x[m]", "y = torch.masked_select(x, m)", "y = x.masked_select(m)", "y = torch.nonzero(m)", "y = m.nonzero()", "y = torch.where(m)[0]", "y = m.nonzero(as_tuple=True)[-1]", "y = torch.argwhere(m)", "y = x[m, 0]", "y = x[:, m]", "y = x[m].clone()",
                 "y = torch.repeat_interleave(x, (x > 0).long(), dim=0)", "y = x.repeat_interleave(counts, 0)", "y = torch.repeat_interleave(counts)", "y = x.repeat_interleave(counts)", "places = torch.where(m)\ny = x[places]", "y = x[torch.nonzero(m)[:, 0]]", "y = x[x > 0]", "y = x[m][1:]",
                 "rows, *_ = torch.where(m)\ny = torch.zeros_like(x).index_add(0, rows, x[rows])", "y = x * 1\ny[m] = x[m] * 2")
    lines = [mask, f"counts = (x > 0).{draw('long()', 'sum(-1)', 'long().flatten()[:1]', 'int()')}"] + found.split("\n") + draw.some(USES, 1, 2) + changes(draw, "x", 0.1)
    back = "y, z" if any(line.startswith("z =") for line in lines) else draw("y", "y, x", "y, y.shape")
    calls = [source + "\nargs = (*args, exact([True, False, True]))" for source in draw.same(3, dtypes=draw(FLOATS, ALL), shapes=((3,), (3, 2), (6,), (3, 3), (0,), (1,), (2, 3, 2), (1, 3)))]
    module = ("def same(t):", f"    return {draw('t * 2', 't.sum(0)', 't[:1]', 't')}", "") if "z = same(y)" in lines else ()
    return Piece(["x: torch.Tensor", "given: torch.Tensor"], lines, back, calls, module=module)


def capture_size(draw):
    """In a module that calls the compiler by another name, so that no flag is set there."""
    found = draw("y = torch.unique(x)", "y = x.unique()", "y = torch.unique_consecutive(x)", "y, places = torch.unique(x, return_inverse=True)", "y, counts = torch.unique(x, return_counts=True)", "y = torch.unique(x, dim=0)", "y = torch.unique(x > 0).long()", "y = torch.unique(x.flatten()) + 1", "y = [x[m] for m in (x > 0, x < 0)][0]",
                 "y = x[x > 0] if flag else x", "y = torch.unique(x[x > 0])", "y = torch.cat([torch.unique(part) for part in (x, x * 2)])", "y = torch.unique(\n    x,\n    sorted=True)", "y = torch.unique(x); x = x + 1", "y = twice(torch.unique(x))")
    lines = ["flag = True", *found.split("\n"), *draw.some(USES, 1, 2), *changes(draw, "x", 0.15)]
    back = "y, z" if any(line.startswith("z =") for line in lines) else draw("y", "y, x", "y, y.shape")
    module = ("make = torch.compile", "", *(("def twice(t):", "    return t * 2", "") if "twice(" in found else ()), *(("def same(t):", "    return t * 2", "") if "z = same(y)" in lines else ()))
    return Piece(["x: torch.Tensor"], lines, back, draw.same(3, dtypes=draw(FLOATS, ALL), shapes=((3,), (4,), (6,), (2, 3), (0,), (1,))), module=module, compiler="make")


def visit_all(draw):
    experts = draw.int(2, 4)
    mask = draw("mask = F.one_hot(chosen, num_classes=self.count).permute(2, 1, 0)", "mask = F.one_hot(chosen, self.count)\nmask = mask.permute(2, 1, 0)", "mask = F.one_hot(chosen, num_classes=self.count).transpose(0, -1)")
    hit = draw("torch.greater(mask.sum(dim=(-1, -2)), 0).nonzero()", "(mask.sum(dim=(-1, -2)) > 0).nonzero()", "torch.gt(mask.sum((1, 2)), 0).nonzero()", "torch.greater(mask.sum(dim=(-1, -2)), 0).nonzero().squeeze(-1)", "torch.greater(mask.sum(dim=(-1, -2)), 0).nonzero(as_tuple=False).view(-1)",
               "torch.greater(mask.sum(dim=(-1, -2)), 0).nonzero(as_tuple=False)")
    flat = "squeeze" in hit or "view" in hit
    this = draw("e", "e", "e.item()", "int(e)") if flat else draw("e = e[0]", "e = e[0]", "e[0]", "e[0].item()")
    body = []
    if this == "e = e[0]":
        body, this = ["e = e[0]"], "e"
    if draw.maybe(0.4):
        body += [f"if {this} == self.count:", "    continue"]
    one = draw(f"mask[{this}]", f"mask[{this}]", "mask[e].squeeze(0)" if not flat and this != "e" else f"mask[{this}]")
    body += [f"place, token = torch.where({one})"]
    if draw.maybe(0.3):
        body += [draw("if token.numel() == 0:", "if len(token) == 0:"), "    continue"]
    body += draw.of(([f"part = F.linear(x[token], self.weights[{this}])"], [f"part = self.parts[{this}](x[token])"], [f"a, b = F.linear(x[token], self.weights[{this}]).chunk(2, dim=-1)", "part = torch.cat([self.act(a), b], -1)"], ["part = x[token] * 2"], ["part = x[token]", "part = part - part.mean(-1, keepdim=True)"]))
    body += draw.of((["part = part * share[token, place, None]"], ["part = share[token, place].unsqueeze(-1) * part"], []))
    body += draw.of((["out.index_add_(0, token, part)"], ["out.index_add_(0, token, part.to(out.dtype))"], ["out[token] += part"], ["out.index_add_(0, token, part)", "rounds = rounds + 1"], ["out += part.sum()"], ["if part.sum() > 0:", "    break", "out.index_add_(0, token, part)"]))
    lines = ["out = torch.zeros_like(x)", "rounds = 0", "chosen = order.argsort(-1)[:, :2]", *mask.split("\n"), f"hit = {hit}", "for e in hit:", *["    " + line for line in body]]
    calls = [f"args = ({draw.tensor(dtype='float32', shape=(rows, 4))}, {draw.tensor(dtype='float32', shape=(rows, experts), grad=False)}, {draw.tensor(dtype='float32', shape=(rows, 2))})" for rows in (3, 1, draw(0, 5))]
    init = [f"self.count = {experts}", f"self.weights = torch.nn.Parameter(torch.arange({experts * 16.0}).reshape({experts}, 4, 4) / 7)", f"self.parts = torch.nn.ModuleList([torch.nn.Linear(4, 4) for _ in range({experts})])", f"self.act = {draw('torch.nn.SiLU()', 'torch.relu')}"]
    return Piece(["x: torch.Tensor", "order: torch.Tensor", "share: torch.Tensor"], lines, draw("out", "out", "out + x", "out, rounds"), calls, init=init)


def visit_all_groups(draw):
    experts = draw.int(2, 4)
    counted = draw("ids.bincount().cpu().numpy().cumsum(0)", "ids.bincount().cpu().numpy().cumsum(0)", "ids.bincount().cumsum(0).tolist()", "ids.bincount().numpy().cumsum(axis=0)", "torch.bincount(ids).cumsum(0)")
    guard = draw("if start == end:", "if start == end:", "if end == start:", "if start == end:", "if start >= end:")
    at = draw(*["self.parts[i]"] * 5, "self.parts[i % 2]")
    body = ["start = 0 if i == 0 else ends[i - 1]", guard, "    continue", draw(*["rows = tokens[start:end]"] * 5, "rows = tokens[start:end].long()")]
    if draw.maybe(0.3):
        body.insert(3, f"expert = {at}")
        at = "expert"
    body += draw.of(([f"part = {at}(x[rows])"], [f"kept = x[rows]", f"part = {at}(kept)"], [f"part = self.act({at}(x[rows]))"], [f"part = {at}(x[rows]) + x[rows]"]))
    body += draw.of(([], [], ["part.mul_(share[order[start:end]])"], ["part.mul_(share[order[start:end]])"], ["part = part * share[order[start:end]]"], ["part = part * len(rows)"], ["if part.sum() > 0:", "    break"]))
    body += draw.of((["out.index_add_(0, rows, part)"], ["out.scatter_reduce_(0, rows.view(-1, 1).repeat(1, x.shape[-1]), part, reduce='sum')"], ["out.scatter_add_(0, rows.view(-1, 1).expand(-1, x.shape[-1]), part)"], ["out[rows] = part"], ["out = out.to(part.dtype)", "out.index_add_(0, rows, part)"], ["out += part.sum()"], ["out.index_add_(0, rows, part)", "rounds = rounds + 1"]))
    lines = ["out = torch.zeros_like(x)", "rounds = 0", "ids = chosen.argsort(-1)[:, :2].reshape(-1)", "order = ids.argsort()", f"ends = {counted}", "tokens = order // 2", "for i, end in enumerate(ends):", *["    " + line for line in body]]
    calls = [f"args = ({draw.tensor(dtype='float32', shape=(rows, 4))}, {draw.tensor(dtype='float32', shape=(rows, experts), grad=False)}, {draw.tensor(dtype='float32', shape=(2 * rows, 1))})" for rows in (3, 1, draw(0, 5))]
    init = [f"self.parts = torch.nn.ModuleList([torch.nn.Linear(4, 4) for _ in range({experts})])", f"self.act = {draw('torch.nn.SiLU()', 'torch.relu')}"]
    if draw.maybe(0.4):  # as a method that computes no gradients
        methods = ("@torch.no_grad()", "def infer(self, x, chosen, share):", *["    " + line for line in lines], "    return out", "")
        return Piece(["x: torch.Tensor", "chosen: torch.Tensor", "share: torch.Tensor"], ["out = self.infer(x, chosen, share)"], draw("out", "out + x"), calls, init=init, methods=methods)
    return Piece(["x: torch.Tensor", "chosen: torch.Tensor", "share: torch.Tensor"], lines, draw("out", "out", "out + x", "out, rounds"), calls, init=init)


def run_without_rows(draw):
    experts = draw.int(2, 4)
    found = draw("rows, slot = torch.where(chosen == e)", "rows, slot = torch.where(chosen == e)", "rows, slot = (chosen == e).nonzero(as_tuple=True)", "rows = torch.where((chosen == e).any(-1))[0]", "rows = (chosen == e).any(-1).nonzero().squeeze(-1)", "rows = (chosen == e).any(1).nonzero(as_tuple=True)[0]")
    several = found.startswith("rows, slot")
    none = draw("if rows.numel() == 0:", "if len(rows) == 0:", "if rows.shape[0] == 0:", "if not rows.numel():", "if rows.size(0) < 1:", "if rows.numel() == 1:")
    some = draw("if rows.numel() > 0:", "if len(rows) != 0:", "if rows.shape[0] >= 1:", "if rows.numel():", "if len(rows):", "if rows.shape[0] > 1:")
    body = draw.of((["part = F.linear(x[rows], self.weights[e])"], ["part = self.parts[e](x[rows])"], ["part = x[rows] * self.weights[e, 0]"], ["part = torch.relu(x[rows]) * (e + 1)"], ["part = x[rows]", "part = part - part.mean(-1, keepdim=True)"], ["part = x[rows] - x[rows].max()"], ["part = x[rows] * scale", "scale = scale * 2"], ["part = x[rows] - x[rows].mean(0)"]))
    body += draw.of((["part = part * share[rows, slot, None]"], ["part = share[rows, slot].unsqueeze(-1) * part"], [])) if several else []
    body += draw.of((["out.index_add_(0, rows, part)"], ["out.index_add_(0, rows, part.to(out.dtype))"], ["out[rows] += part"], ["out[rows] = out[rows] + part"], ["out.index_add_(0, rows, part)", "rounds = rounds + 1"], ["out += part.sum()"], ["out = out + part.sum()"], ["out.index_add_(0, rows, part)", "kept = part.sum()"]))
    guarded = [none, "    continue", *body] if draw.maybe(0.6) else [some, *["    " + line for line in body]]
    loop = draw(f"for e in range({experts}):", f"for e, _ in enumerate(self.parts):")
    lines = ["out = torch.zeros_like(x)", "rounds = 0", "scale = 1.0", "kept = x.sum()", "chosen = order.argsort(-1)[:, :2]", loop, *["    " + line for line in [found, *guarded]]]
    calls = [f"args = ({draw.tensor(dtype='float32', shape=(rows, 4))}, {draw.tensor(dtype='float32', shape=(rows, experts), grad=False)}, {draw.tensor(dtype='float32', shape=(rows, 2))})" for rows in (3, 1, draw(0, 5))]
    init = [f"self.weights = torch.nn.Parameter(torch.arange({experts * 16.0}).reshape({experts}, 4, 4) / 7)", f"self.parts = torch.nn.ModuleList([torch.nn.Linear(4, 4) for _ in range({experts})])"]
    return Piece(["x: torch.Tensor", "order: torch.Tensor", "share: torch.Tensor"], lines, draw("out", "out", "out + x", "out, rounds", "out, kept"), calls, init=init)


KINDS = {
    "run_without_rows": (run_without_rows, "go on also where nothing was found"),
    "visit_all_groups": (visit_all_groups, "visit all groups"),
    "capture_number": (capture_number, "capture it in the graph|capture the bound in the graph"),
    "count_selected": (count_selected, "count what is selected"),
    "capture_size": (capture_size, "capture its size in the graph"),
    "visit_all": (visit_all, "visit all"),
}
