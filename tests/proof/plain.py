"""Programs that copy, compare, define, check and make: what plain Python says as well, what runs once at
import, devices, modules made and called at once."""

from shell import ALL, FLOATS, Piece, changes, indented, prepared


def clone_detached(draw):
    copied = draw("x", "y", "x * 2", "x[:1]", "x.detach()", "y.detach()", "(x * 2).detach()", "y[0].detach()", "x.expand(2, *x.shape).detach()", "torch.relu(y).detach()", "y.t().detach()", "(x + y).detach()", "x.abs().detach()",
                  "y.cumsum(0).detach()", "torch.zeros_like(y).detach()", "y.detach().detach()", "y.sum().detach()", "x.transpose(0, -1).contiguous().detach()", "y.softmax(0).detach()", "x.to(x.dtype).detach()",
                  "y.narrow_copy(0, 0, 1).detach()", "torch.cat((y, y)).detach()", "torch.where(y > 0, y, x).detach()", "x.clone().detach()", "F.relu(y).detach()", "y.max(0)[0].detach()", "y.sort().values.detach()",
                  "y.chunk(2)[0].detach()", "y.topk(1).values.detach()", "y.unique().detach()", "torch.split(y, 1)[0].detach()", "y.real.detach()", "y.clamp(0).detach()", "y.contiguous().detach()", "x.float().detach()", "y.masked_fill(y > 0, 1).detach()")
    lines = prepared(draw) + changes(draw, "y", 0.15) + [f"base = copy.deepcopy({copied})"] + draw.of(([], ["base[:1] = 1"], changes(draw, "base", 1.0), ["y = y + base"], ["base.requires_grad_()"]))
    return Piece(["x: torch.Tensor"], lines, draw("base", "base, base.stride()", "base, y", "base + 0, base.stride()", "base.is_contiguous(), base"), draw.same(2, dtypes=draw(FLOATS, ALL)), imports=("import copy",))


def drop_bar(draw):
    call = draw("tqdm({i}, disable=True)", "tqdm({i}, disable=True, desc='steps')", "tqdm(iterable={i}, disable=True)", "trange({n}, disable=True)", "trange(1, {n}, disable=True, leave=False)", "enumerate(tqdm({i}, disable=True))",
                "tqdm({i}, 'steps', disable=True)", "tqdm(({i}), disable=True, total=3)", "tqdm({i}, disable=quiet)", "tqdm({i}, disable=not False)", "zip({i}, tqdm({i}, disable=True))", "tqdm({i}, disable=True, file=None)")
    call = call.format(i=draw("range(3)", "[1, 2]", "steps", "x", "x.unbind()", "(s for s in steps)", "steps or [1]", "lambda_steps()", "range(0)", "steps[:1]"), n=draw("3", "0", "x.dim()"))
    target = "i, s" if call.startswith(("enumerate", "zip")) else "s"
    body = draw("x = x + s", "x = x * 2", "total = total + 1\n    x = x - total", "x = x + 1\n    if total > 1:\n        break")
    lines = ["steps = [1, 2, 3]", "quiet = True", "total = 0"]
    if draw.maybe(0.8):
        lines += [f"for {target} in {call}:", *indented(body.split("\n")[:1]), *body.split("\n")[1:]] + draw.of(([], [], ["else:", "    total = -1"]))
    else:
        lines += [draw(f"kept = [1 for {target} in {call}]", f"bar = {call}\nfor {target} in bar:\n    x = x + 1", f"kept = list({call})")]
        lines = "\n".join(lines).split("\n")
    return Piece(["x: torch.Tensor"], lines, draw("x", "x, total", "x, s"), draw.same(2, shapes=((3,), (2, 3), (1,))), imports=("from tqdm import tqdm, trange",), module=("def lambda_steps():", "    return iter([1, 2])", ""))


HELD = ("{'a': x, 'b': 1}", "{'a': x}", "[x, x]", "[1, 2]", "[x]", "{1, 2}", "{}", "{'a': [x], 'b': {'c': 1}}", "dict(a=x)", "list(x)", "[i for i in range(3)]", "{k: x for k in 'ab'}", "OrderedDict(a=x)", "Kept(a=x)", "given", "(x, x)", "set('ab')", "[x.detach(), x * 2]",
        "defaultdict(int, a=1)", "{'a': x, 'b': None, 'c': 'text'}", "[x, x.expand(2, *x.shape)]", "{'a': x.t(), 'b': x[:1]}", "x", "[x, 'text', 2.5]", "{'w': self.weight}", "(x, x * 2)", "(x, 1)", "(x.t(), 'text')")
CONTAINERS = ("import copy", "from collections import OrderedDict, defaultdict")
KEPT_CLASS = ("class Kept(dict):", "    pass", "")


def copied(draw, function):
    held = draw.of(HELD)
    lines = [f"state = {held}", f"again = {function}({draw('state', 'state', 'state', held)})"]
    lines += draw.of(([], ["again['n'] = 1"], ["again.append(x)"], ["for value in again:\n    pass"], ["state.clear()"], ["again['a'].add_(1)"], ["again[0].mul_(2)"], ["again['a'][:1] = 7"]))
    lines = "\n".join(lines).split("\n")
    back = draw("again", "again, state", "len(again), again", "type(again) is dict, again", "again, x")
    params = ["x: torch.Tensor", draw("given: dict", "given: list", "given")]
    calls = [c + "\nargs = (*args, " + draw("{'a': 1}", "[1, 2]", "{'a': args[0]}", "[args[0], args[0][:1]]", "__import__('collections').OrderedDict(a=1)") + ")" for c in draw.same(2, dtypes=FLOATS, shapes=((3,), (2, 3), (1,)))]
    return Piece(params, lines, back, calls, imports=CONTAINERS, module=KEPT_CLASS, init=["self.weight = torch.nn.Parameter(torch.ones(3))"])


def copy_by_method(draw):
    return copied(draw, "copy.copy")


def clone_held(draw):
    return copied(draw, "copy.deepcopy")


def write_dict(draw):
    base = draw("TypedDict", "TypedDict", "TypedDict, total=False", "Parent")
    args = draw("x=x, n=1", "x=x", "n=x.shape[0], x=x * 2", "", "x=(x + 1), n = 2", "{'x': x}", "[('x', x)]", "x=x, **extra", "{'x': x}, n=3", "x=x,\n    n=1,\n", "x = x  , n=2", "**extra")
    lines = ["extra = {'n': 4}", f"batch = Batch({args})"] + draw.of(([], ["batch['x'] = x + 1"], ["y = batch.get('x', x)"], ["batch.update(n=9)"]))
    lines = "\n".join(lines).split("\n")
    module = ("class Parent(TypedDict):", "    x: torch.Tensor", "    n: int", "", f"class Batch({base}):", *(("    x: torch.Tensor", "    n: int") if base != "Parent" else ("    k: int",)), "")
    return Piece(["x: torch.Tensor"], lines, draw("batch", "batch, type(batch) is dict", "list(batch)"), draw.same(2, shapes=((3,), (2, 3))), imports=("from typing import TypedDict",), module=module)


def list_fields(draw):
    fields = draw("x: torch.Tensor\n    n: int", "x: torch.Tensor\n    y: torch.Tensor", "x: torch.Tensor\n    n: int = 3\n    s: str = 'a'", "x: torch.Tensor\n    n: list = None", "x: torch.Tensor\n    n: 'int'")
    decorator = draw("@dataclass", "@dataclass", "@dataclasses.dataclass(frozen=True)", "@dataclass(slots=True)")
    second = draw("x", "x * 2", "x[:1]", "x.expand(2, *x.shape)", "x.t()") if "y:" in fields else "1"
    made = draw("asdict", "asdict", "astuple")
    lines = [f"out = Out(x{draw('', ' * 2', '[:1]', '.detach()')}, {second})", f"again = dataclasses.{made}(out)"] + draw.of(([], ["again['x'].add_(1)"] if made == "asdict" else ["again[0].add_(1)"], ["again['k'] = 1"] if made == "asdict" else ["a, *b = again"], ["out.x.mul_(2)"]))
    module = (decorator, "class Out:", *("    " + line.strip() for line in fields.split("\n")), "")
    return Piece(["x: torch.Tensor"], lines, draw("again", "again, out.x", "list(again)"), draw.same(3, dtypes=draw(FLOATS, ALL), shapes=((3,), (2, 3), (1,))), imports=("import dataclasses", "from dataclasses import dataclass"), module=module)


def show_shape(draw):
    shown = draw("x.shape", "{x.dtype}", "x.shape[0]", "y.shape", "x.ndim", "x.device", "self.name", "n", "y.shape} {x.dtype", "x.sum()", "self.limit")
    text = "f\"bad {" + shown.strip("{}") + "}\"" if "} {" not in shown else "f\"bad {" + shown + "}\""
    test = draw("n > 0", "n > 2", "x.shape[0] == 3", "n < 0", "x.dim() > 1")
    lines = ["n = x.shape[0]", "y = x * 2", f"torch._check({test}, lambda: {text})"] + draw.of(([], ["y = y + 1"], ["x = x[:1]"], changes(draw, "y", 1.0)))
    return Piece(["x: torch.Tensor"], lines, "y", draw.same(3, dtypes=FLOATS, shapes=((3,), (2, 3), (1,))), init=['self.name = "model"', "self.limit = 3"])


def check_tensor(draw):
    test = draw("(x > 0).all().item()", "bool((y < 9).all())", "(x.sum() > 0).item()", "bool(x.any())", "(y == y).all().item()", "x[0].item()", "bool(x.sum() > 0)")
    message = draw("", ', lambda: "bad"', ', lambda: f"bad {x.shape}"', ', "bad"', ", lambda: 'it is'", ', lambda: """long"""')
    lines = prepared(draw) + changes(draw, "y", 0.2) + [f"torch._check({test}{message})"] + draw.of(([], changes(draw, "y", 1.0)))
    return Piece(["x: torch.Tensor"], lines, draw("y", "x, y"), draw.same(4, dtypes=draw(FLOATS, ALL)))


def check_all(draw):
    test = draw("x > -9", "y == y", "y < 1", "torch.isfinite(y)", "(y > 0).any()", "x", "y.bool()", "y > 0", "y[0] > -9", "~(y > 3)")
    message = draw("", ", lambda: 'bad'", ", lambda: f'bad {x.shape}'", ", 'bad'", ", lambda: \"it is\"")
    error = draw("ValueError", "RuntimeError", "TypeError", "IndexError")
    call = draw(f"torch._check_tensor_all({test}{message})", f"torch._check_tensor_all_with({error}, {test}{message})", f"torch._check_tensor_all(cond={test})")
    lines = prepared(draw) + changes(draw, "y", 0.2) + [call] + draw.of(([], [], changes(draw, "y", 1.0)))
    return Piece(["x: torch.Tensor"], lines, draw("y", "x, y"), draw.same(4, dtypes=draw(FLOATS, ALL)))


def call_functional(draw):
    norm = draw("torch.nn.LayerNorm({s})", "torch.nn.LayerNorm({s}, eps=1e-3)", "torch.nn.RMSNorm({s})", "torch.nn.GroupNorm(1, {c})", "torch.nn.LayerNorm({s}, bias=False)", "torch.nn.LayerNorm({s}, elementwise_affine=False)",
                "torch.nn.LayerNorm([{c}, {c}])", "torch.nn.LayerNorm({s}, dtype=x.dtype)", "torch.nn.LayerNorm({s}, device=x.device)", "torch.nn.GroupNorm({c}, {c})").format(s=draw("3", "x.shape[-1]", "(3,)", "x.size(-1)", "x.shape[1:]", "n"), c="3")
    called = draw('x', 'x', 'y', 'x * 2', 'input=x')
    lines = ["n = x.shape[-1]", *prepared(draw), f"z = {norm}({called})"] + changes(draw, "z", 0.2)
    if draw.maybe(0.4):  # made before it is called
        between = draw.of(([], [], ["n = 3"], ["x = x * 2"], ["x = x[..., :3]"], ["y = torch.relu(x)"], ["if x.dim() > 1:", "    y = norm(x)"]))
        lines = ["n = x.shape[-1]", *prepared(draw), f"norm = {norm}", *between, f"z = norm({called})"] + draw.of(([], [], ["z = norm(z)"], changes(draw, "z", 1.0)))
    return Piece(["x: torch.Tensor"], lines, draw("z", "z + x", "z, y"), draw.same(2, dtypes=("float32", "float32", "float64", "float16"), shapes=((2, 3), (3, 3), (2, 3, 3), (0, 3), (3,))))


def test_by_isinstance(draw):
    tested = draw("k", "k", "x.shape[0]", "'a'", "x", "k + 1", "None", "[1]", "k * 2.0", "np.float32(2)", "(k)")
    lines = ["k = n"] + draw.of(([f"if np.isscalar({tested}):", "    x = x + 1", "else:", "    x = x * 2"], [f"flag = np.isscalar({tested})", "x = x + flag"], [f"x = x + 1 if np.isscalar({tested}) else x"], [f"assert np.isscalar(element={tested}) or True"]))
    if draw.maybe(0.4):
        cls = draw("str", "str", "int", "float", "bool", "torch.Tensor", "List[int]", "(int, str)")
        lines = ["k = n", f"if torch.jit.isinstance({tested}, {cls}):", "    x = x + 1", "else:", "    x = x * 2"]
    calls = [c + "\nargs = (*args, " + draw("1", "2.5", "True", "'a'", "None", "[1]", "1j", "b'a'") + ")" for c in draw.same(3, shapes=((3,), (2, 3)))]
    return Piece(["x: torch.Tensor", "n"], lines, "x", calls, imports=("from typing import List", "import numpy as np"))


def compare_by_is(draw):
    left, right = draw("x", "y", "self", "x.data", "kept[0]", "x.shape", "x[0]"), draw("x", "y", "z", "kept[0]", "x.data", "None", "x * 1", "x[0]")
    # Of two objects that are gone when they are compared the ids are those of memory that is free.
    if left in ("x.data", "x.shape", "x[0]") and right in ("x.data", "x * 1", "x[0]"):
        right = "x"
    op = draw("==", "==", "!=", "==")
    test = f"id({left}) {op} id({right})"
    lines = prepared(draw) + ["z = x", "kept = [x, y]"] + draw.of(([f"if {test}:", "    y = y + 1", "else:", "    y = y * 2"], [f"same = {test}", "y = y * same"], [f"y = y + 1 if {test} else y"], [f"y = y * ({test} and 2 or 1)"], [f"y = y * (not {test})"]))
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x"), draw.same(2, dtypes=FLOATS), init=["self.n = 1"])


def test_leaf(draw):
    test = draw("y.grad_fn is not None", "y.grad_fn is None", "(x * 2).grad_fn is None", "x.grad_fn is None", "y.detach().grad_fn is None", "(y.grad_fn is not None)", "y.grad_fn is not None and x.dim() > 0", "not y.grad_fn is None", "torch.relu(y).grad_fn is not None", "y.grad_fn == None", "None is y.grad_fn")
    lines = prepared(draw) + changes(draw, "y", 0.2) + draw.of(([], [], ["y = y * 1"], ["y = torch.zeros(3)"], ["y = torch.ones(3, requires_grad=True)"], ["y.requires_grad_()"], ["y = y.detach()"], ["y = torch.nn.Parameter(y)"])) + [f"if {test}:", "    y = y * 2", *draw.of(([], ["else:", "    y = y + 3"]))]
    return Piece(["x: torch.Tensor"], lines, "y", draw.same(4, dtypes=draw(FLOATS, ALL)))


def copy_into_data(draw):
    value = draw("y.data + 1", "y.data * 0.5", "y.data + 1", "y.data * 2.0", "y.data - 0.1", "y * 2", "x.data", "y.data.half()", "y.data[:1]", "y.data.clone()", "y.data / 3", "torch.zeros_like(y.data)", "x", "y.data.t()", "-y.data", "y.detach() + 1", "(y.data + x.data)", "y.data.abs()", "0.9 * y.data + 0.1 * x", "y.data.clamp(0, 1)", "x.detach().clone()", "torch.relu(x)")
    before = draw(prepared(draw), ["y = x.float() * 2"], ["y = x.float()"]) + draw.of(([], ["w = y * 3"], ["w = y.view(-1)"], ["w = y.detach()"]))
    line = draw(f"y.data = {value}", f"y.data={value}", f"y.data = ({value})", "x.data = x.data + 1", "x.data = x.data * 0.5 + 1", "self.weight.data = self.weight.data + 1", f"y.data  =  {value}", f"self.weight.data = self.weight.data * 0.5", "self.weight.data = self.weight.data + x.sum()", "self.weight.data = self.weight * 2")
    behind = draw.of(([], ["z = w + 1"] if any(b.startswith("w") for b in before) else [], changes(draw, "y", 1.0), ["z = x * y"]))
    return Piece(["x: torch.Tensor"], before + [line] + behind, draw("y", "y, x", "y * 2", "y, self.weight * 1"), draw.same(3, dtypes=draw(FLOATS, ("float32",), ALL)), init=["self.weight = torch.nn.Parameter(torch.ones(3))"])


def lift_class(draw):
    inside = draw(["scale = 2"], ["scale = 2", "", "def apply(self, x):", "    return x * self.scale"], ["def apply(self, x):", "    return x + OFFSET"], ["def apply(self, x):", "    return x * n"], ['"""Local."""', "value = OFFSET + 1"], ["def __init__(self):", "    self.kept = []"], ["kept = []"], ["scale: int = 3"], ["scale = torch.ones(1)"],
                  ["scale = later()"])
    decorator = draw([], [], [], ["@dataclass"])
    base = draw("", "", "(Base)", "()")
    use = draw("y = x * Local.scale" if any(line.startswith("scale =") for line in inside) else "y = x * 2", "made = Local()\ny = x + 1", "made = Local()\ny = made.apply(x)" if any("apply" in line for line in inside) else "y = x", "y = x * (Local.__name__ == 'Local')", "Local.count = 1\ny = x")
    lines = ["n = 3", *decorator, f"class Local{base}:", *indented(inside), "", *use.split("\n")]
    return Piece(["x: torch.Tensor"], lines, draw("y", "y", "y, Local.__name__"), draw.same(2, shapes=((3,), (2, 3))), imports=("from dataclasses import dataclass",), module=("OFFSET = 1", "", "class Base:", "    tag = 1", "", "def later():", "    return 4", ""))


def ask_at_import(draw):
    asked = draw('os.path.exists("/tmp")', 'os.getenv("HOME")', 'os.environ.get("PROOF_NOT_SET")', 'os.path.isdir("/nowhere")', 'os.path.exists(PATH)', 'os.path.isfile(name)', 'os.environ["HOME"]', 'os.path.exists("/" + "tmp")', 'os.getenv("PROOF", "1")', "os.getcwd()", 'os.path.exists(f"/tmp")', "os.cpu_count()", "os.getpid() > 0", "torch.cuda.device_count()", "torch.backends.mps.is_available()", "torch.get_num_threads() > 9999", "torch.cpu.is_available()", "platform.system()")
    lines = ['name = "/tmp"'] + draw.of(([f"if {asked}:", "    x = x + 1", "else:", "    x = x * 2"], [f"value = {asked}", "x = x + (1 if value else 2)"], [f"x = x * (2 if {asked} else 3)"], [f"if not {asked}:", "    x = x - 1"]))
    return Piece(["x: torch.Tensor"], lines, "x", draw.same(2, shapes=((3,), (2, 3))), imports=("import os", "import platform"), module=('PATH = "/tmp"', ""))


def dump_empty_once(draw):
    dump = draw("pickle.dumps(kwargs)", "pickle.dumps(kwargs)", "json.dumps(kwargs)", "pickle.dumps(kwargs, 4)", "json.dumps(kwargs, indent=2)", "dumps(kwargs)", "pickle.dumps(kwargs, protocol=LEVEL)")
    body = draw.of(([f"key = {dump}"], [f"key = (len(args), {dump})"], [f"key = {dump}[:3]"], [f"key = {dump} if args else None"], ["kwargs['more'] = 1", f"key = {dump}"], ["kwargs = dict(kwargs)", f"key = {dump}"], ["if args:", "    kwargs.clear()", f"key = {dump}"], [f"key = {dump}, {dump}"], ["try:", f"    key = {dump}", "except TypeError:", "    key = None"]))
    module = ("LEVEL = 3", "", "def cached(method):", "    def ask(self, *args, **kwargs):", *indented(body, 8), "        if key not in self.found:", "            self.found[key] = method(self, *args, **kwargs)", "        return self.found[key]", "    return ask", "")
    use = draw("y = self.root(x)", "y = self.root(x)", "y = self.root(x) + self.root(x)", "y = self.root(x, scale=3)", "y = self.root(x=x)")
    return Piece(["x: torch.Tensor"], [use], draw("y", "y, x", "y, len(self.found)"), draw.same(2, shapes=((3,), (2, 3))), imports=("import json", "import pickle", "from pickle import dumps"), module=module,
                 init=["self.found = {}"], methods=("@cached", "def root(self, x, scale=2):", "    return x * scale", ""))


def change_at_import(draw):
    change = draw('os.environ["PROOF_KEY"] = "1"', 'os.environ["PROOF_KEY"] = str(1)', 'os.makedirs("/tmp/graphmend-proof-folder", exist_ok=True)', 'os.environ["PROOF_KEY"] = VALUE', 'os.makedirs(FOLDER, exist_ok=True)', 'os.environ["PROOF_KEY"] = "a" "b"', 'os.makedirs(name, exist_ok=True)', 'os.environ["PROOF_KEY"]="0"')
    lines = ["name = FOLDER", change, "x = x + 1"]
    return Piece(["x: torch.Tensor"], lines, "x", draw.same(2, shapes=((3,),)), imports=("import os",), module=('VALUE = "v"', 'FOLDER = "/tmp/graphmend-proof-folder"', ""), wrap=draw.maybe(0.3))


def cache_in_graph(draw):
    value = draw("self.weight * 2", "torch.ones(3)", "3", "self.n + 1", "[1, 2]", "torch.rand(3)", "self.weight.sum()", "{'a': 1}", "torch.arange(3)", "self.inner + 1", "(self.weight * 2, 3)", "self.weight.detach()", "self.weight", "None", "1 / (self.n - 2)", "'text'", "x_of(self.n)",
                 "torch.tensor([1, 2]) + self.n", "self.n > 1", "{'w': self.weight * 2}", "torch.zeros(2, dtype=torch.bool)", "self.children()")
    decorator = draw("@cached_property", "@functools.cached_property", "@cached_property")
    use = draw("y = x * 1 if self.table is None else x + 1", "y = x\nz = self.table", "y = x + len(str(type(self.table)))", "y = x\nfor step in range(2):\n    z = self.table", "self.n = 5\ny = x\nz = self.table", "y = x\nsame = self.table is self.table\nz = self.table",
               "y = x\nz = self.table\ndel self.table", "y = x\nz = self.table\nself.table = 4", "y = x\nz = self.table\nheld = 'table' in self.__dict__\ny = y + held", "z = self.table\ny = x + len(self.__dict__) - len(vars(self))", "y = x\nself.table = 4\nz = self.table",
               "y = x\nz = self.__dict__.pop('table', None)\nz = self.table", "y = x\ntry:\n    z = self.table\nexcept ZeroDivisionError:\n    y = y - 1", "y = x\nz = getattr(self, 'table', None)\nz = self.table", "y = x\nz = self.table\nself.n = self.n + 1\nz = self.table")
    other = [decorator, "def table(self):", *draw.of(([], ["    self.n = self.n + 1"], [])), f"    return {value}", "", "@property", "def other(self):", "    return 1", "", "@cached_property", "def inner(self):", "    return self.n * 2", ""]
    return Piece(["x: torch.Tensor"], use.split("\n"), draw("y", "y, self.table", "y, self.table if True else 0"), draw.same(3, shapes=((3,),)), imports=("import functools", "from functools import cached_property"), module=("def x_of(n):", "    return torch.full((3,), float(n))", ""),
                 init=["self.weight = torch.nn.Parameter(torch.ones(3))", "self.n = 2"], methods=other)


def compute_at_each_read(draw):
    value = draw("self.weight * 2", "torch.ones(3)", "3", "self.n + 1", "[1, 2]", "torch.rand(3)", "self.weight.sum()", "{'a': 1}", "self.rate * 2", "self.rate", "f'{self.rate}'")
    decorator = draw("@cached_property", "@functools.cached_property", "@cached_property")
    use = draw("y = x * 1 if self.table is None else x + 1", "y = x\nz = self.table", "y = x + len(str(type(self.table)))", "y = x\nfor step in range(2):\n    z = self.table", "self.n = 5\ny = x\nz = self.table", "y = x\nsame = self.table is self.table\nz = self.table")
    other = [decorator, "def table(self):", "    rate = self.rate", f"    return {value}", "", "@property", "def other(self):", "    return 1", ""]
    return Piece(["x: torch.Tensor"], use.split("\n"), draw("y", "y, self.table", "y, self.table if True else 0"), draw.same(3, shapes=((3,),)), imports=("import functools", "from functools import cached_property"),
                 init=["self.weight = torch.nn.Parameter(torch.ones(3))", "self.n = 2", "self.rate = 0.5"], methods=other)


def tell_device(draw):
    device = draw('torch.device("cpu")', 'torch.device("cpu")', 'torch.device("cpu", 0)', "torch.device(x.device)", "torch.device(name)", "device", 'torch.device("meta")', 'torch.device("cpu:0")', 'torch.device(type="cpu")', "x.device")
    made = draw("y = torch.zeros(3)", "y = torch.arange(3) + 1", "y = torch.ones(2, device=x.device)", "y = torch.full((2,), 1.0)\nz = torch.empty(0)", "y = torch.zeros(3, device=None)", "y = torch.tensor([1, 2])", "y = torch.linspace(0, 1, 3)\ny = y * 2", "y = torch.rand(3)", "y = torch.zeros_like(x)",
                "y = make(3)", "y = torch.eye(2)  # an eye", "y = torch.zeros(\n    3,\n    dtype=torch.long,\n)", "y = [torch.zeros(i) for i in range(2)]", "y = torch.zeros(3); z = torch.ones(1)", "y = torch.as_tensor([1.0])", "y = torch.randn(2, generator=None)", "y = torch.nn.Linear(2, 2)(torch.ones(2))", "y = x + torch.zeros(())", "y = torch.tensor(2.0) * x",
                'y = torch.zeros(2) if name == "cpu" else torch.ones(2)', 'y = """\ntext"""', "y = torch.hann_window(3)", "y = torch.zeros((3))", "y = torch.zeros()", "name = 'meta'\ny = torch.ones(1)", "y = torch.from_numpy(array)", "y = torch.normal(0.0, 1.0, (2,))", "y = torch.complex(torch.zeros(1), torch.ones(1))", "y = torch.sparse_coo_tensor([[0]], [1.0], (2,))")
    head = draw(f"with {device}:", f"with {device}:", f"with {device} as d:", f"with {device}:  # where", f"with ({device}):", f"with {device}, torch.no_grad():")
    lines = ['name = "cpu"', "device = torch.device(name)", head, *indented(made.split("\n"))] + draw.of(([], ["z = 1"], ["y = y"]))
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x", "x"), draw.same(2, shapes=((3,), (2, 3))), imports=("import numpy as np",), module=("array = np.ones(2)", "", "def make(n):", "    return torch.zeros(n)", ""))


def keep_unscripted(draw):
    module = draw("torch.nn.Linear(3, 3)", "torch.nn.ReLU()", "Small()", "torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Tanh())", "scaled")
    made = draw(f"torch.jit.script({module})", f"torch.jit.script({module})", f"torch.jit.script(obj={module})", f"torch.jit.script({module}, None)")
    lines = [f"y = self.s({draw('x', 'x * 2')})"] + draw.of(([], ["code = self.s.code"], ["z = self.s(x)"], ["y = y + 1"]))
    top = ("class Small(torch.nn.Module):", "    def __init__(self):", "        super().__init__()", "        self.scale = torch.nn.Parameter(torch.ones(3))", "", "    def forward(self, x: torch.Tensor):", f"        return {draw('x * self.scale', 'x / 3 + self.scale', 'torch.relu(x) if x.dim() > 1 else x', 'x.exp() * 2')}", "", "def scaled(x: torch.Tensor):", "    return x * 2", "")
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x"), draw.same(3, dtypes=("float32",), shapes=((3,), (2, 3))), init=[f"self.s = {made}"], module=top)


def compare_shapes(draw):
    a, b = draw("x", "y", "x[0]", "(x + y)", "x.t()"), draw("x", "y", "y.unsqueeze(0)", "x[:1]", "x * 2", "torch.ones(3)")
    test = f"{a}.is_same_size({b})"
    lines = prepared(draw) + draw.of(([f"if {test}:", "    y = y + 1"], [f"if not {test}:", "    y = y * 2"], [f"same = {test}", "y = y * same"], [f"y = y if {test} and x.dim() > 0 else x"], [f"assert {test}, 'other'"], [f"y = y + int({test})"]))
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x"), draw.same(2, dtypes=draw(FLOATS, ALL)))


def set_arguments(draw):
    base = draw("Exception", "ValueError", "RuntimeError", "KeyError", "IndexError", "OSError", "TypeError", "Parent", "builtins.ValueError")
    args = draw("message", "message, n", "f'only {n}'", "", "*rest", "message, *rest", "(message, n)", "message=message")
    init = [f"    def __init__(self, message, n, *rest):", f"        super().__init__({args})", "        self.n = n"] + draw.of(([], ["        self.args = self.args + (1,)"], ["        self.message = message"]))
    extra = draw.of(([], [], [], ["    args = ()"], ["    def __str__(self):", "        return f'{self.n} of it'"], ["    __slots__ = ('n',)"]))
    module = ("import builtins", "", "class Parent(Exception):", "    pass", "", f"class Short({base}):", *init, *extra, "", "def need(t, n):", "    if t.shape[0] < n:", f"        raise Short('short', n{draw('', ', t.dim()')})", "    return t[:n]", "")
    caught = draw("Short", "Exception", "Short", base if base != "builtins.ValueError" else "ValueError")
    lines = ["y = x * 2", "said = None", "try:", f"    y = need(y, {draw('2', '5', '9')})", f"except {caught} as error:", f"    y = y.repeat({draw('error.n', '2')}, *[1] * (y.dim() - 1))", f"    said = {draw('error.args', 'len(error.args)', 'error.args[0] if error.args else None', 'error.n')}"]
    if draw.maybe(0.3):
        lines = ["said = 1", "y = need(x * 2, 4)"]
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, said"), draw.same(2, dtypes=FLOATS, shapes=((3,), (2, 3), (4,), (6,))), module=module, wrap=False)


def name_logger(draw):
    name = draw("__name__", "'other'", '"a.b"', "", "f'{x.dim()}'", "NAME", "name='other'")
    call = draw(f"logging.getLogger({name})", f"logging.getLogger({name})", f"getLogger({name})")
    lines = ["y = x * 2"] + draw.of(([f"{call}.warning('shape %s', x.shape)"], [f"log = {call}", "log.info('y %s', y.sum().item())"], [f"{call}.info('plain')", f"{call}.error('again')"], [f"if y.sum() > 0:", f"    {call}.warning('positive')"], [f"log = {call}", "y = y + len(log.name)"]))
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x"), draw.same(2, dtypes=FLOATS), imports=("import logging", "from logging import getLogger"), module=("NAME = 'named'", ""))


def blocks(draw, lines):
    """Lines that stand in a block, which may be the end of it."""
    return lines + draw.of(([], [], ["if y.dim() > 1:", "    y = y - 1"], ["# what is left"], ["for part in (x,):", "    y = y + part"], ["text = \"\"\"a", "b\"\"\""], ["return y"], ["y = y.half()"]))


def forget_filters(draw):
    context = draw("warnings.catch_warnings()", "warnings.catch_warnings()", "warnings.catch_warnings(record=True)", "warnings.catch_warnings(), torch.no_grad()", "catch_warnings()")
    filters = draw.of((["warnings.simplefilter('ignore')"], ["warnings.simplefilter('ignore')"], ["warnings.filterwarnings('ignore', category=UserWarning)", "warnings.simplefilter('ignore')"], ["warnings.simplefilter('error')"], ["warnings.simplefilter(action='ignore')"], ["warnings.filterwarnings('ignore', message='old')  # why"]))
    inside = blocks(draw, draw.of((["y = y * 2"], ["y = x.std()"], ["y = torch.relu(y)", "warnings.warn('inside')"], ["y = y + x"])))
    body = filters + inside if draw.maybe(0.85) else inside[:1] + filters
    lines = ["y = x * 1", f"with {context}:", *indented(body)] + draw.of(([], ["y = y + 1"]))
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x"), draw.same(2, dtypes=FLOATS), imports=("import warnings", "from warnings import catch_warnings"))


def keep_cudnn(draw):
    flags = draw("torch.backends.cudnn.flags(enabled=False)", "torch.backends.cudnn.flags(enabled=False)", "torch.backends.cudnn.flags(deterministic=True)", "torch.backends.cudnn.flags(enabled=False, benchmark=False)")
    context = draw(flags, flags, f"torch.no_grad(), {flags}", f"{flags}, torch.no_grad()", f"{flags} as state", f"torch.no_grad(), {flags}, torch.enable_grad()")
    body = blocks(draw, draw.of((["y = y * 2"], ["y = F.conv1d(x.reshape(1, 1, -1), torch.ones(1, 1, 1, dtype=x.dtype))"], ["y = y.softmax(0)", "y = y + 1"])))
    lines = ["y = x * 1", f"with {context}:", *indented(body)] if draw.maybe(0.9) else ["y = x * 1", f"with {flags}: y = y * 2"]
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x"), draw.same(2, dtypes=FLOATS))


def keep_cudnn_loss(draw):
    """A loss whose targets have 32 bits, or other dtypes, without cuDNN."""
    flags = draw("torch.backends.cudnn.flags(enabled=False)", "torch.backends.cudnn.flags(enabled=False)", "torch.backends.cudnn.flags()", "torch.backends.cudnn.flags(False, benchmark=True)", "torch.backends.cudnn.flags(enabled=True)")
    context = draw(flags, flags, f"torch.no_grad(), {flags}", f"{flags}, torch.enable_grad()")
    targets = draw("targets", "targets", "flat", "targets[:3]", "labels", "targets.clone()", "(targets + 1)")
    option = draw("", "", ", blank=0", ", reduction='sum'", ", zero_infinity=True", ", reduction='none'")
    loss = draw(f"F.ctc_loss(scores, {targets}, sizes, counts{option})", f"F.ctc_loss(scores, {targets}, sizes, counts{option})", f"F.ctc_loss(log_probs=scores, targets={targets}, input_lengths=sizes, target_lengths=counts{option})", f"F.ctc_loss(scores,\n        {targets},\n        sizes, counts{option})")
    body = draw.of(([f"y = {loss}"], [f"y = {loss}", "y = y * 2"], [f"y = {loss}", f"z = {loss}", "y = y + z"], ["scores = scores * 1  # once more", f"y = {loss} / 2"]))
    lines = ["scores = x.log_softmax(-1)", "counts = torch.tensor([2, 1])", "flat = targets * 1"] + draw.of(([], [], ["targets = targets.int()"], ["targets = targets.long()"], ["flat = targets.to(torch.int32)"]))
    lines += ["labels = targets", f"with {context}:", *indented("\n".join(body).split("\n"))] + draw.of(([], [], ["flat = flat * 2", "y = y + flat.sum()"], ["y = y + targets.float().mean()"]))
    calls = []
    for _ in range(3):
        kind = draw("int32", "int32", "int64", "int64", "int16", "float32")
        row = [draw.int(1, 2) for _ in range(3)]  # a label beyond the classes reads other memory
        calls.append(f'args = (t("{draw("float32", "float64")}", (6, 2, 4), seed={draw.int(0, 999)}, grad={draw.maybe()}), exact({row}).to(torch.{kind}), exact([6, {draw.int(3, 6)}]))')
    return Piece(["x: torch.Tensor", "targets: torch.Tensor", "sizes: torch.Tensor"], lines, draw("y", "y", "y, targets", "y, flat"), calls)


def keep_error_state(draw):
    state = draw('np.errstate(divide="ignore", invalid="ignore")', 'np.errstate(all="ignore")', 'np.errstate(divide="raise")', "np.errstate()", 'errstate(over="warn")')
    context = draw(state, state, f"torch.no_grad(), {state}", f"{state}, torch.no_grad()", f"{state} as state")
    body = blocks(draw, draw.of((["y = y * 2"], ["y = (x - 1) / x"], ["y = (y - y) / (x - x)", "y = torch.nan_to_num(y)"], ["y = torch.from_numpy(np.divide(x.detach().numpy(), 0.0))"], ["y = helper(y)"], ["n = np.float64(1.0) / 3", "y = y * float(n)"], ["y = net(y)"])))
    lines = ["y = x * 1", f"with {context}:", *indented(body)] if draw.maybe(0.9) else ["y = x * 1", f"with {state}: y = y * 2"]
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x"), draw.same(2, dtypes=FLOATS), imports=("import numpy as np", "from numpy import errstate"), module=("net = torch.nn.Tanh()", "", "def helper(value):", "    return value / 3", ""))


def power_by_operator(draw):
    base = draw("x", "x", "-x", "y + 1", "2", "x.shape[0]", "y if x.dim() > 1 else x", "(y, x)[0]", "-2", "n")
    exponent = draw("2", "2", "3", "-1", "0.5", "y", "-y", "x.abs() + 1", "n", "n + 1", "torch.tensor(2)", "lambda: 1")
    call = draw(f"pow({base}, {exponent})", f"pow({base}, {exponent})", f"pow({base}, exp={exponent})", f"pow({base}, {exponent}, 3)", f"pow(base={base}, exp={exponent})", f"pow(*({base}, {exponent}))")
    place = draw("{}", "-{}", "{} * 2", "2 ** {}", "{}.sum()", "[{}][0]", "not_first({}, x)", "{}[0]")
    lines = ["n = 2", "y = x.clone()", f"z = {place.format(call)}"] + draw.of(([], [], ["z = z + 1"], ["y.add_(1)"]))
    return Piece(["x: torch.Tensor"], lines, draw("z", "z, x"), draw.same(2, shapes=((3,), (2, 3))), module=("def not_first(value, other):", "    return value", ""))


def name_factor(draw):
    factor = draw("0.1", "-0.5", "2", "n", "1 - n", "n / 3", "-n", "x.shape[0]", "rates['a']", "shown(2)", "x.mean()", "True")
    term = draw("x", "x", "y", "x * 2", "x.data", "x[:1]", "2", "shown(x)", "torch.ones_like(x)", "x.long()", "terms[0]", "x + y.add_(1)")
    whole = draw("y", "y", "y.mul_(0.9)", "y.data", "y[:1]", "(y * 2)", "state['y']", "shown(y)")
    call = draw(f"{whole}.add_({factor}, {term})", f"{whole}.add_({factor}, {term})", f"{whole}.addcmul_({factor}, {term}, x)", f"{whole}.addcdiv_({factor}, x, {term})", f"{whole}.addcmul_({factor}, {term}, 2 - x)", f"{whole}.add_({factor}, other={term})", f"{whole}.add_(2, {factor}, {term})", f"torch.add({whole}, {factor}, {term})")
    lines = ["n = 2", "y = x * 3", "rates, terms, state = {'a': 0.25}, [x], {'y': y}", draw(f"z = {call}", f"z = {call} + 1", call if ".add" in call and not call.startswith("torch") else f"z = {call}")]
    if lines[-1] == call:
        lines.append("z = y * 2")
    return Piece(["x: torch.Tensor"], lines, draw("z", "z, y"), draw.same(2, shapes=((3,), (2, 3), (1,), ()), dtypes=draw(FLOATS, FLOATS, ALL)), module=("def shown(value):", "    print('shown', type(value).__name__)", "    return value", ""))


def detach_variable(draw):
    wrapped = draw("x", "y", "y * 2", "x.data", "torch.ones_like(x)", "pair[0]", "x.data.new(2).fill_(3)", "(x > 0)", "self_or(x)", "2", "pair", "x.t()")
    call = draw(f"Variable({wrapped})", f"Variable({wrapped})", f"Variable({wrapped}, requires_grad=False)", f"autograd.Variable({wrapped})", f"torch.autograd.Variable({wrapped})", f"Variable({wrapped}, requires_grad=True)", f"Variable(data={wrapped})", f"Variable({wrapped}, False)", f"torch.nn.Parameter({wrapped})", f"torch.nn.Parameter({wrapped})", f"torch.nn.Parameter({wrapped}, requires_grad=False)")
    use = draw.of((["z = v * x"], ["z = v * x.exp()"], ["v.add_(1)", "z = v + y"], ["z = v", "y.mul_(2)"], ["z = (v * 2).sum() * x"], ["z = torch.where(v > 0, x, y)"], ["z = v.requires_grad, v.is_leaf"]))
    lines = ["y = x * 3", "pair = (x, y)", f"v = {call}", *use]
    return Piece(["x: torch.Tensor"], lines, draw("z", "z, y", "z, v"), draw.same(2, dtypes=draw(FLOATS, ALL)), imports=("from torch import autograd", "from torch.autograd import Variable"), module=("def self_or(value):", "    return value", ""))


def look_up_module(draw):
    key = draw("'double'", "name", "name", "'scale'", "'missing'", "f'{name}'", "'torch'")
    asked = draw(f"globals()[{key}]", f"globals()[{key}]", f"globals().get({key}, double)", f"globals()[{key}] if {key} in globals() else double")
    lines = ["name = 'double'", f"found = {asked}", draw("y = found(x)", "y = found(x) if callable(found) else x * found", "y = double(x)", "globals()['scale'] = 5\n    y = x * scale" if draw.maybe(0.3) else "y = x * scale")]
    lines = [part for line in lines for part in line.split("\n    ")]
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, x"), draw.same(2, dtypes=FLOATS), module=(*draw.of(((), (), ("import sys", ""))), "scale = 3", "", "def double(value):", "    return value * 2", ""))


def enter_by_with(draw):
    contexts = draw.some(("torch.no_grad()", "torch.enable_grad()", "torch.no_grad()", "torch.autocast('cpu', enabled=False)", "contextlib.nullcontext()", "context"), 1, 3)
    stack = draw("contextlib.ExitStack()", "contextlib.ExitStack()", "ExitStack()", "contextlib.ExitStack(), torch.no_grad()")
    target = stack.replace("ExitStack()", "ExitStack() as stack", 1)
    body = [draw(f"stack.enter_context({c})", f"stack.enter_context({c})", f"stack.enter_context({c})  # why", f"_ = stack.enter_context({c})" if draw.maybe(0.2) else f"stack.enter_context({c})") for c in contexts]
    body += blocks(draw, draw.of((["y = x * 2"], ["y = y + x", "y = y * y"], ["stack.callback(print, 'end')", "y = y * 2"], ["if x.dim() > 1:", "    stack.enter_context(torch.no_grad())", "y = y * 3"])))
    lines = ["context = torch.no_grad()", "y = x * 1", f"with {target}:", *indented(body)]
    return Piece(["x: torch.Tensor"], lines, draw("y", "y, y.requires_grad"), draw.same(2, dtypes=FLOATS), imports=("import contextlib", "from contextlib import ExitStack"))


KINDS = {
    "forget_filters": (forget_filters, "run the block without the filters"),
    "keep_cudnn": (keep_cudnn, "run the block with cuDNN as it is set"),
    "keep_cudnn_loss": (keep_cudnn_loss, "run the block with cuDNN as it is set"),
    "keep_error_state": (keep_error_state, "run the block without the error state|keep the error state where Python runs"),
    "power_by_operator": (power_by_operator, "use the operator|use torch.pow"),
    "name_factor": (name_factor, "name the factor"),
    "detach_variable": (detach_variable, "detach the tensor"),
    "look_up_module": (look_up_module, "look the name up in the module"),
    "enter_by_with": (enter_by_with, "enter the contexts in a `with`"),
    "compare_shapes": (compare_shapes, "compare the shapes"),
    "set_arguments": (set_arguments, "keep the arguments as the base does"),
    "name_logger": (name_logger, "get the logger when the module is imported"),
    "clone_detached": (clone_detached, "copy the tensor with clone"),
    "drop_bar": (drop_bar, "iterate without the bar"),
    "copy_by_method": (copy_by_method, "copy with its own method"),
    "clone_held": (clone_held, "clone the tensors"),
    "write_dict": (write_dict, "a plain dict"),
    "list_fields": (list_fields, "write the (dict|tuple) of its fields"),
    "show_shape": (show_shape, "let the message close over only constants"),
    "check_tensor": (check_tensor, "test in the graph with torch._assert_async"),
    "check_all": (check_all, "test in the graph with torch._assert_async"),
    "call_functional": (call_functional, "call the function"),
    "test_by_isinstance": (test_by_isinstance, "test with isinstance"),
    "compare_by_is": (compare_by_is, "compare with `is`"),
    "test_leaf": (test_leaf, "test with is_leaf"),
    "copy_into_data": (copy_into_data, "copy into the data"),
    "lift_class": (lift_class, "define the class at module level"),
    "dump_empty_once": (dump_empty_once, "dump what is empty once"),
    "ask_at_import": (ask_at_import, "ask once, at module level"),
    "change_at_import": (change_at_import, "do it once, at module level"),
    "cache_in_graph": (cache_in_graph, "cache it in the graph"),
    "compute_at_each_read": (compute_at_each_read, "make it a property"),
    "tell_device": (tell_device, "give each tensor its device"),
    "keep_unscripted": (keep_unscripted, "keep the module unscripted"),
}
