"""Changes that change nothing: what is found before and after must be the same.

    comments     comments, blank lines and blanks at the end of lines
    locals       local variables of functions have other names
    order        definitions stand in another order (as in tests/order_test.py)
    dead         code that never runs: below `if False:`, `while False:` and after `return`
"""
import ast
import builtins
import collections
import io
import json
import keyword
import pathlib
import re
import shutil
import sys
import tokenize

from mutate import mutated
from seeds import parsed, seeds

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests"))
import order_test  # noqa: E402

BATCH = 100
CHECK = ["check", "-j", "1", "--no-cache", "--isolated", "--exit-zero", "--extend-select", "ALL", "-o", "json"]
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.ListComp, ast.SetComp, ast.DictComp,
          ast.GeneratorExp)
# Who asks for variables by name.
BY_NAME = {"locals", "globals", "vars", "dir", "eval", "exec", "__dict__", "getattr", "setattr", "f_locals"}
WORD = re.compile(r"\b[A-Za-z_]\w*\b")


def logical_lines(text):
    """Numbers of the lines that begin a statement, and of those in which one ends."""
    starts, ends, new = set(), set(), True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NEWLINE:
            ends.add(token.start[0])
            new = True
        elif token.type not in (tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT, tokenize.ENDMARKER):
            if new:
                starts.add(token.start[0])
            new = False
    return starts, ends


def comments(random, text, tree):
    starts, ends = logical_lines(text)
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        blanks = re.match(r"[ \t]*", line)[0]
        if number in starts and random.random() < 0.3:
            lines += random.choice([[""], ["# a note"], [blanks + "# é", "", ""], [blanks + "   # deeper"], ["   "]])
        if number in ends and "#" not in line and random.random() < 0.2:
            line += random.choice(["  ", "  # tail"])
        lines.append(line)
    return "\n".join(lines), {}


def other_name(random, name, taken):
    """As long, since long texts are cut in messages; None: there is none."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    for _ in range(60):
        new = random.choice(letters) + "".join(random.choice(letters + "_0123456789") for _ in name[1:])
        if new not in taken and not keyword.iskeyword(new) and not hasattr(builtins, new):
            return new
    return None


def bound_otherwise(node):
    """Names that something else than an assignment binds in it, or that are another scope's."""
    names = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.arg):
            names.add(inner.arg)
        elif isinstance(inner, (ast.Global, ast.Nonlocal)):
            names |= set(inner.names)
        elif isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(inner.name)
        elif isinstance(inner, ast.alias):
            names |= {(inner.asname or inner.name).split(".")[0]}
        elif isinstance(inner, ast.ExceptHandler) and inner.name:
            names.add(inner.name)
        elif isinstance(inner, (ast.MatchAs, ast.MatchStar)) and inner.name:
            names.add(inner.name)
        elif isinstance(inner, ast.MatchMapping) and inner.rest:
            names.add(inner.rest)
        if isinstance(inner, SCOPES) and inner is not node:
            names |= {n.id for n in ast.walk(inner) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    return names


def locals_renamed(random, text, tree):
    words = set(WORD.findall(text))
    if words & BY_NAME or not text.isascii():
        return None
    lines, back = text.split("\n"), {}
    functions = [n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))]
    # An inner function may use the variable of an outer one: only outermost ones are looked at.
    inner = {id(n) for f in functions for n in ast.walk(f) if n is not f}
    for function in functions:
        if id(function) in inner:
            continue
        stored = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        for name in sorted(stored - bound_otherwise(function)):
            new = other_name(random, name, words)
            if new is None or name.startswith("__") or name in back.values():
                continue
            places = [n for n in ast.walk(function) if isinstance(n, ast.Name) and n.id == name]
            if any(lines[n.lineno - 1][n.col_offset:n.end_col_offset] != name for n in places):
                continue  # within a text that is put together, whose places are not told exactly
            words.add(new)
            back[new] = name
            for n in places:
                line = lines[n.lineno - 1]
                lines[n.lineno - 1] = line[:n.col_offset] + new + line[n.end_col_offset:]
    return ("\n".join(lines), back) if back else None


def order(random, text, tree):
    changed = order_test.permuted(text, random.randrange(1 << 30))
    return (changed, {}) if changed != text else None


def dead(random, text, tree):
    starts, _ = logical_lines(text)
    first = {}  # by line: whether a statement of a function's body begins there alone
    last = {}
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        for inner in ast.walk(node):
            for field in ("body", "orelse", "finalbody"):
                body = getattr(inner, field, None)
                if not isinstance(body, list) or isinstance(inner, (ast.ClassDef, ast.Match)):
                    continue
                for index, statement in enumerate(body):
                    is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
                    is_elif = field == "orelse" and isinstance(statement, ast.If)
                    line = min([statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", []))])
                    if not (is_text and index == 0 or is_elif):
                        first[line] = True
                    if index == len(body) - 1 and isinstance(statement, (ast.Return, ast.Raise)):
                        last[statement.end_lineno] = line
    lines, dead_name = [], "never_read"
    original = text.split("\n")
    for number, line in enumerate(original, 1):
        blanks = re.match(r"[ \t]*", line)[0]
        if number in first and number in starts and random.random() < 0.3:
            lines += random.choice([[f"{blanks}if False:", f"{blanks}    {dead_name} = 1"],
                                    [f"{blanks}if False:", f'{blanks}    print("dead")'],
                                    [f"{blanks}while False:", f"{blanks}    {dead_name} = [1]"]])
        lines.append(line)
        start = last.get(number)
        if start in starts and ";" not in original[start - 1] and random.random() < 0.3:
            own = re.match(r"[ \t]*", original[start - 1])[0]
            if original[start - 1][len(own):].startswith(("return", "raise")):
                lines.append(f'{own}print("dead")')
    return "\n".join(lines), {}


CHANGES = {"comments": comments, "locals": locals_renamed, "order": order, "dead": dead}


def changed(random, kind, text):
    """(text, {name: what it was}); None: there is nothing to change."""
    tree = parsed(text)
    if tree is None or "ignore[" in text or "\r" in text or "\x0c" in text:
        return None
    try:
        result = CHANGES[kind](random, text, tree)
    except (tokenize.TokenError, IndentationError):
        return None
    if result is None or result[0] == text:
        return None
    after = parsed(result[0])
    if after is None or kind == "comments" and ast.dump(after) != ast.dump(tree):
        return None
    return result


def found(campaign, files):
    """{file: findings}; the program's answer to all at once."""
    folder = campaign.folder()
    for name, text in files.items():
        (folder / name).write_text(text)
    done = campaign.run(*CHECK, ".", cwd=folder)
    shutil.rmtree(folder)
    if what := done.defect():
        campaign.fault(what)
        return None
    by_file = collections.defaultdict(list)
    for finding in json.loads(done.output)["findings"]:
        by_file[finding["path"]].append(finding)
    return by_file


def signature(findings, text, back):
    """What must stay the same of findings: names as they were, lines by what stands there."""
    lines = text.split("\n")
    as_it_was = lambda words: WORD.sub(lambda word: back.get(word[0], word[0]), words)
    quoted = re.compile("`[^`]*`")
    said = collections.Counter()
    for finding in findings:
        line = re.sub(r"\s*# (tail|é)?$|\s+$", "", lines[finding["location"]["line"] - 1])
        said[finding["severity"], finding["code"], finding["function"] or "", as_it_was(line.strip()),
             re.sub(r"\b\d+\b", "#", quoted.sub(lambda code: as_it_was(code[0]), finding["message"]))] += 1
    return said


def run(campaign):
    while campaign.goes_on():
        before, after, kinds, back = {}, {}, {}, {}
        size = min(BATCH, (campaign.wanted or 1 << 60) - campaign.tried)
        while len(before) < size:
            text = campaign.random.choice(seeds()) if campaign.random.random() < 0.4 else mutated(campaign.random, True)
            kind = campaign.random.choice(sorted(CHANGES))
            result = changed(campaign.random, kind, text) if text and len(text) < 8000 else None
            if result:
                name = f"m{len(before):03}.py"
                before[name], (after[name], back[name]), kinds[name] = text, result, kind
        then, now = found(campaign, before), found(campaign, after)
        if then is None or now is None:
            continue
        for name in before:
            a, b = signature(then[name], before[name], {}), signature(now[name], after[name], back[name])
            if a != b:
                campaign.fault(f"{kinds[name]}: only before {list((a - b).elements())[:3]}, "
                               f"only after {list((b - a).elements())[:3]}",
                               {"before.py": before[name], "after.py": after[name]})
        campaign.did(len(before), findings=sum(map(len, then.values())), **collections.Counter(kinds.values()))
