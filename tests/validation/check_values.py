"""Holds what graphmend says of values against what torch computes.

    check_values.py GRAPHMEND            all probes, and the expressions and statements below
    check_values.py GRAPHMEND TEXT …     those whose key contains one of the texts; prints every claim

Each becomes a compiled function that makes its inputs itself. `graphmend dump --stage=facts` claims
dtypes, ranks and sizes of tensors and arrays in it, also in tuples and lists, and numbers. It runs
uncompiled in a forked child, where a copy of its tree records what each expression evaluates to. A
contradiction is a claim that a value does not fulfil; of several, or of a union, one has to fit. The
first of each function is printed: others mostly follow. Exit status: 1 for contradictions, 77 without torch.
"""

import ast
import collections
import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

import children
import run_probes

SKIPPED, TIME_LIMIT = 77, 20
IN_ONE_FILE = 150
# Where tracing finds what running uncompiled does not: these functions; the sizes of a variable whose tensor
# was turned in place, for which Dynamo keeps the old ones (what is computed of it has the new ones).
ANSWERED_WHILE_TRACING = re.compile(r"[\w.]*is_(dynamo_)?compiling\(\)")
TURNED = re.compile(r"\.(t|squeeze|unsqueeze|transpose|swapaxes|swapdims|as_strided)_\(")
OF_VARIABLES = re.compile(r"(?!.*\w\()[\w.,\[\]() ]+")

PROBE_INPUTS = """\
x = torch.rand(3, 4) + 0.1; m = torch.tensor([True, False, True]); l = torch.tensor([2, 1, 2])
y = x * 2; i = l.min()
"""
INPUTS = """\
x = torch.randn(2, 3, 4); m = torch.randn(3, 4); o = torch.randn(1, 3, 1); image = torch.randn(1, 3, 8, 8)
v = torch.arange(6); b = v > 2; h = torch.ones(3, 4, dtype=torch.float16); z = torch.tensor(1.5)
c = torch.ones(2, dtype=torch.complex64); n = np.ones((2, 3)); k = np.arange(6)
"""

# What is known to be said wrongly, by how the key begins, and why.
KNOWN = {
    "!builtins.reversed": "`reversed` of a tensor is taken for a list of its rows",
    "builtins.iter#2": "`iter` of a text is taken for the text",
    "math.prod": "a product of tensors is taken for a number",
    "!older.collections.Counter": "its items are those of the list",
    "F.linear(m, m[0])": "a weight of one dimension",
    "torch.atleast_1d(z, v)": "of several tensors it gives a tuple",
    "nn.MaxPool2d(2, return_indices=True)": "what the constructor is given is not asked",
    "n.resize(6)": "arrays are not followed as they change their shape",
    "y = [m]\\nfor e": "a tensor that changes its shape in a list is not found there",
    "def g(t): t.unsqueeze_(0)": "nor is one of the caller",
    'with torch.autocast("cpu")': "autocast is not followed",
    "torch.set_default_dtype": "nor is the default dtype",
}


class Renamed(ast.NodeTransformer):
    """Gives the names that a setup binds an ending: many setups stand in one file."""

    def __init__(self, setup, ending):
        self.ending, self.names = ending, set()
        for node in setup.body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                self.names.add(node.name)
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                self.names |= {alias.asname for alias in node.names if alias.asname}
            else:
                self.names |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}

    def generic_visit(self, node):
        for field in ("id", "arg", "asname", "name"):
            if getattr(node, field, None) in self.names and not isinstance(node, ast.keyword):
                setattr(node, field, getattr(node, field) + self.ending)
        return super().generic_visit(node)


def needed(inputs, body):
    """The statements of inputs that the body uses."""
    lines = []
    for line in reversed(re.split("; |\n", inputs.strip())):
        if re.search(rf"\b{line.split()[0]}\b", "\n".join([*lines, body])):
            lines.insert(0, line)
    return lines


def programs():
    """(key, statements of the module, function, how many of its statements make inputs)."""
    found = [(key, setup, PROBE_INPUTS, body + "\nreturn y + 1") for key, setup, body in run_probes.table()
             if not run_probes.missing_library(setup, body)]
    listed = re.sub(r"^#.*\n", "", (run_probes.HERE / "values.txt").read_text(), flags=re.MULTILINE)
    expressions, statements = listed.split("\n----\n")
    texts = re.split("; |\n", expressions.strip()) + re.split(" ;; |\n", statements.strip())
    found += [(text, "", INPUTS, text.replace(r"\n", "\n")) for text in texts]
    for number, (key, setup, inputs, body) in enumerate(found):
        lines = needed(inputs, body)
        text = textwrap.indent("\n".join([*lines, body]), "    ")
        module, function = ast.parse(setup), ast.parse(f"@torch.compile\ndef f_{number}():\n{text}")
        renamed = Renamed(module, f"_{number}")
        yield key, renamed.visit(module).body, renamed.visit(function).body[0], len(lines)


class Recording(ast.NodeTransformer):
    """Wraps each expression that is read in a call of `_seen`, with its place."""

    LEFT = (ast.Constant, ast.Slice, ast.Starred, ast.Lambda, ast.Yield, ast.YieldFrom, ast.GeneratorExp)
    LEFT += (ast.ListComp,)  # graphmend says of it what the list is before it is filled

    def visit(self, node):
        if isinstance(node, (ast.JoinedStr, ast.arguments)):
            return node
        inner = self.generic_visit(node)
        read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        if not isinstance(node, ast.expr) or isinstance(node, self.LEFT) or not read:
            return inner
        place = ast.Constant((node.lineno, node.col_offset + 1, node.end_col_offset))
        return ast.copy_location(ast.Call(ast.Name("_seen", ast.Load()), [place, inner], []), node)


def described(value, depth=0):
    """(kind, …) of an actual value, which has to go through a pipe."""
    import numpy as np
    import torch

    if isinstance(value, torch.Tensor):
        return "Tensor", str(value.dtype).removeprefix("torch."), None if value.is_nested else tuple(value.shape)
    if isinstance(value, (np.ndarray, np.generic)):
        return "ndarray", value.dtype.name, tuple(value.shape)
    for plain in (bool, int, float, complex, str):
        if isinstance(value, plain):  # or a member of an enumeration
            return "plain", plain.__str__(value) if plain is str else plain(value)
    if isinstance(value, (tuple, list)) and depth < 4 and len(value) < 100:
        return "tuple" if isinstance(value, tuple) else "list", tuple(described(v, depth + 1) for v in value)
    name = str(value) if isinstance(value, (torch.dtype, torch.layout)) else type(value).__name__
    return ("plain", None) if value is None else ("other", name)


def evaluated(statements, function, inputs):
    """[(place, description)] of all that the function evaluates, and the error that ended it."""
    seen = []

    def record(place, value):
        try:
            seen.append((place, described(value)))
        except Exception:  # a value that cannot be looked at: nothing can be said of it
            pass
        return value

    function.decorator_list = []
    function.body[inputs:] = [Recording().visit(node) for node in function.body[inputs:]]
    tree = ast.Module([*ast.parse(run_probes.PRELUDE).body, *statements, function], [])
    module = {"__name__": "values", "_seen": record}
    try:
        exec(compile(ast.fix_missing_locations(tree), "values.py", "exec"), module)
        module[function.name]()
    except BaseException as error:  # what was recorded until then counts
        return seen, f"{type(error).__name__}: {error}"
    return seen, ""


def family(dtype):
    word = re.match("[a-z]*", dtype)[0]
    return {"uint": "int", "bfloat": "float"}.get(word, word)


class Claim:
    """A claim as graphmend spells it (src/values/print.cpp): does a description fulfil it?"""

    END = r"(?= \||,|\)|\]|$)"

    def __init__(self, text):
        self.text, self.at, self.counts = text, 0, collections.Counter()
        self.fits = self.alternatives()
        if self.at < len(text):  # not understood
            self.fits, self.counts = lambda actual: True, collections.Counter()

    def take(self, pattern):
        match = re.compile(pattern).match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match

    def alternatives(self):
        every = [self.one()]
        while self.take(r" \| "):
            every.append(self.one())
        return lambda actual: any(fits(actual) for fits in every)

    def one(self):
        if match := self.take(r"(Tensor|ndarray|Parameter)\b(?:\[([^\]]*)\])?"):
            return self.tensor(match[1] == "ndarray", (match[2] or "").replace(",", "").split())
        if match := self.take(r"(tuple|list)\[|\(|\["):
            kind = match[1] or ("tuple" if match[0] == "(" else "list")
            items, start = [], -1
            while not self.take(r"(, \.\.\.)?\]" if match[1] else r",?\)|\]") and self.at > start:
                start = self.at
                items.append(self.alternatives())
                self.take(", ")
            fit = lambda given: len(given) == len(items) and all(f(a) for f, a in zip(items, given))
            if match[1]:
                fit = lambda given: all(items and items[0](a) for a in given)
            # range(), zip() and the like count as lists.
            return lambda actual: fit(actual[1]) if actual[0] == kind else (actual[0], kind) == ("other", "list")
        return self.plain()

    def plain(self):
        if match := self.take(r"(int, a size of )?(-?\d+|None|True|False)" + self.END):
            self.counts["numbers"] += 1
            value = ast.literal_eval(match[2])
            types = {type(value)} | ({float} if type(value) is int and not match[1] else set())  # 2.0 is spelled 2
            return lambda actual: actual == ("plain", value) and type(actual[1]) in types
        if match := self.take(r"(?:data-dependent )?(bool|int|float|str|complex)(?:, \w+ of a tensor)?" + self.END):
            return lambda actual: match[1] == (
                type(actual[1]).__name__ if actual[0] == "plain" else actual[0] == "ndarray" and family(actual[1]))
        if match := self.take(r"torch\.\w+" + self.END):
            return lambda actual: actual == ("other", match[0])
        if self.take("Never" + self.END):
            return lambda actual: False
        self.take(r"'[^']*'" + self.END)
        depth = 0
        while self.at < len(self.text) and (depth or not re.compile(r" \| |[,)\]}]").match(self.text, self.at)):
            depth += (self.text[self.at] in "([{") - (self.text[self.at] in ")]}")
            self.at += 1
        return lambda actual: True  # nothing that is checked

    def tensor(self, numpy, facts):
        ranks = [int(f[:-1]) for f in facts if re.fullmatch(r"\d+d", f)]
        sizes = [f.split("x") for f in facts if re.fullmatch(r"[\d?]+(x[\d?]+)*", f)]
        dtypes = [f for f in facts if f[0].isalpha() and f != "object"]
        self.counts.update(tensors=1, dtypes=len(dtypes), ranks=len(ranks), sizes=len(sizes))

        def fits(actual):
            if numpy and actual[0] == "plain" and actual[1] is not None:  # a number, not an array without dimensions
                actual = "ndarray", type(actual[1]).__name__, ()
            if actual[0] != ("ndarray" if numpy else "Tensor"):
                return actual[1] == "tuple_iterator"  # iter() of a tensor is said to be that tensor
            _, dtype, shape = actual
            return {*dtypes} <= {dtype, family(dtype)} and (shape is None or (
                all(rank == len(shape) for rank in ranks)
                and all(s in ("?", str(size)) for known in sizes for s, size in zip(known, shape))))

        return fits


def claims_of(graphmend, path):
    """By line and column: "text = claim" of all that stands there."""
    command = [graphmend, "dump", "--stage=facts", "--isolated", path.name]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, text=True)
    if done.returncode or done.stderr:
        raise SystemExit(f"graphmend dump: {done.stderr}")
    claims = collections.defaultdict(list)
    for line in done.stdout.splitlines():
        _, number, column, text = line.split(":", 3)
        claims[int(number), int(column)].append(text[1:])
    return claims


class Check:
    """What is compared, and how many contradictions there are."""

    def __init__(self, verbose):
        self.verbose, self.counts = verbose, collections.Counter()
        self.compared = self.contradictory = self.known = self.ended = 0

    def compare(self, key, function, lines, claims, seen):
        said, wrong, turned = {}, [], TURNED.search(ast.unparse(function))
        for (line, column, end), actual in seen:
            text = lines[line - 1][column - 1:end]
            if ANSWERED_WHILE_TRACING.fullmatch(text) or turned and OF_VARIABLES.fullmatch(text):
                continue
            if (here := said.get((line, column, text))) is None:
                given = [c[len(text) + 3:].split("  (")[0] for c in claims[line, column] if c.startswith(text + " = ")]
                here = said[line, column, text] = [Claim(c) for c in dict.fromkeys(given)]
            words = " or ".join(c.text for c in here)
            if self.verbose and not words.startswith(("module ", "function ", "method ")):
                print(f"{key}: `{text}` is {words or 'nothing'}; {actual}")
            if here and not any(c.fits(actual) for c in here):
                wrong.append(f"`{text}` is said to be {words}, and is {actual}")
        counts = sum((c.counts for here in said.values() for c in here), collections.Counter())
        self.compared += bool(counts)
        self.counts += counts
        known = wrong and any(key.startswith(start) for start in KNOWN)
        self.known += bool(known)
        if known and not self.verbose:
            return
        self.contradictory += bool(wrong)
        if wrong:
            print(f"{key}: {wrong[0]}" + (f" ({len(wrong) - 1} more)" if wrong[1:] else ""))

    def batch(self, graphmend, some, path):
        """Some programs in one file."""
        parts = [[*setup, function] for _, setup, function, _ in some]
        source = run_probes.PRELUDE + "\n".join(ast.unparse(node) for part in parts for node in part) + "\n"
        path.write_text(source, encoding="utf-8")
        claims, lines = claims_of(graphmend, path), source.splitlines()
        body = ast.parse(source).body[len(ast.parse(run_probes.PRELUDE).body):]
        for (key, _, _, inputs), part in zip(some, parts):
            statements, body = body[: len(part)], body[len(part):]
            seen, error = children.forked(
                lambda: evaluated(statements[:-1], statements[-1], inputs),
                failed=lambda why: ([], why), seconds=TIME_LIMIT,
            )
            self.ended += bool(error)
            if error and self.verbose:
                print(f"{key}: {error}")
            self.compare(key, part[-1], lines, claims, seen)


def main(arguments):
    if importlib.util.find_spec("torch") is None:
        print("torch is not installed")
        return SKIPPED
    import torch

    children.prepare()
    torch.manual_seed(0)
    graphmend, wanted = str(pathlib.Path(arguments[0]).resolve()), arguments[1:]
    check = Check(bool(wanted))
    chosen = [p for p in programs() if not wanted or any(text in p[0] for text in wanted)]
    with tempfile.TemporaryDirectory() as work:
        for first in range(0, len(chosen), IN_ONE_FILE):
            check.batch(graphmend, chosen[first: first + IN_ONE_FILE], pathlib.Path(work) / f"values_{first}.py")
    counts = ", ".join(f"{count} {what}" for what, count in sorted(check.counts.items()))
    print(f"{len(chosen)} functions on torch {torch.__version__}, {check.ended} of them ended by an error; claims in "
          f"{check.compared}: {counts}; {check.contradictory} contradicted, {check.known} more of which it is known")
    return 1 if check.contradictory else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
