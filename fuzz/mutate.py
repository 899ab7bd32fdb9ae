"""Changes to Python programs. Most keep the structure: statements and expressions of all seeds take each other's
places in the tree. Some change text: tokens, blanks, nesting, encodings; and a few change bytes."""
import ast
import copy
import re

from seeds import expressions, parsed, seeds, statements

TOKEN = re.compile(r'[A-Za-z_]\w*|\d[\w.]*|"""|\'\'\'|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|'
                   r"[-+*/%<>=!&|^~@:]+=?|[()\[\]{},.;]|\n[ \t]*|#[^\n]*|\S|[ \t]+")
HEADS = ["if x.sum() > 0:", "if flag:", "for i in x:", "while x.any():", "with torch.no_grad():", "def h(x):",
         "class C:", "async def a(x):", "try:", "match x:", "@torch.compile"]
LINES = [
    "return", "pass", "break", "raise", "global x", "nonlocal x", "del x", "x: int", "x = y = x", "x += x.item()",
    'assert x.sum() > 0, f"{x}"', "print(x, x.sum())", "type A[T: int, *Ts, **P] = list[T]", "lambda *a, b=1: (yield)",
    "match x:\n    case [1, *r] if r: pass\n    case {'a': b, **c}: pass\n    case Q(a=1) | None: pass",
    "try:\n    x\nexcept* E as e:\n    raise\nelse:\n    y\nfinally:\n    return x", "from . import *",
    "for i in range(x.item()):\n    x = x + i\nelse:\n    x = 1", "x = [a async for b in c if d for e in f]",
    "x = f\"{x!r:>{w}.{p}} {y=} {{}} {z:%H}\"", "x = rb'\\xff' b'' \\\n    b'z'", "a, (b, *c), d = x",
    "# graphmend: ignore[GM101] because", "# type: ignore", "from __future__ import annotations", "exec('x')"]
NESTED = [("(", ")"), ("[", "]"), ("{", "}"), ("lambda: ", ""), ("not ", ""), ("-", ""), ("f(", ")"),
          ("x if x else ", ""), ("[a for a in ", "]"), ("x[", "]"), ("x.", "")]
ODD = ["\t", "\x0c", "\\\n", "\u2028", "é", "𝕏", "ª", "\u200b", '"""', "'''", "\x00", "\ufeff", "#", "\r", "{", "}", "\\",
       "; ", ":", "`", "$", "?", "!", 'f"{', "😀", "1_0", "0x", "1e", "1j", "->", ":=", "@", "...", "*", "**", "\u202e"]
LARGEST = 30000


def mutated(random, structure_only=False):
    """Bytes; with `structure_only`, a text that is Python, or None where that did not come about."""
    text = random.choice(seeds())
    for _ in range(random.choice([1, 1, 2, 3, 5])):
        changed = by_tree(random, text)
        text = changed if changed and len(changed) < LARGEST else text
    if structure_only:
        return text if parsed(text) else None
    if random.random() < 0.4:
        for _ in range(random.choice([1, 1, 2, 4])):
            text = by_text(random, text)[:LARGEST]
    data = text.encode("utf-8", "surrogatepass")
    if random.random() < 0.05:
        data = bytearray(data)
        for _ in range(random.choice([1, 3])):
            if data:
                data[random.randrange(len(data))] = random.randrange(256)
        data = bytes(data)
    if random.random() < 0.03:
        data = random.choice([b"\xef\xbb\xbf", b"# -*- coding: latin-1 -*-\n", b"# coding: ascii\n"]) + data
    return data


def by_tree(random, text):
    """None: it did not come about."""
    tree = parsed(text)
    if tree is None:
        return None
    try:
        change_tree(random, tree)
        return ast.unparse(ast.fix_missing_locations(tree)) + "\n"
    except (ValueError, RecursionError, TypeError, AttributeError, KeyError):
        return None  # of a tree that no text has


def change_tree(random, tree):
    bodies = [(node, field) for node in ast.walk(tree) for field in ("body", "orelse", "finalbody")
              if isinstance(getattr(node, field, None), list) and getattr(node, field)
              and isinstance(getattr(node, field)[0], ast.stmt)]
    node, field = random.choice(bodies)
    body = getattr(node, field)
    at = random.randrange(len(body))
    kind = random.random()
    if kind < 0.35:
        return change_expression(random, tree)
    if kind < 0.55:
        body.insert(at, copy.deepcopy(random.choice(statements())))
    elif kind < 0.63:
        body[at] = copy.deepcopy(random.choice(statements()))
    elif kind < 0.70 and len(body) > 1:
        del body[at]
    elif kind < 0.77:
        other = random.randrange(len(body))
        body[at], body[other] = body[other], body[at]
    elif kind < 0.85:
        parent, name = random.choice(bodies)
        getattr(parent, name).insert(0, copy.deepcopy(body[at]))
    elif kind < 0.95:
        wrap(random, body, at)
    else:
        body[at:at] = ast.parse(random.choice(LINES[:6] if random.random() < 0.2 else ["print(x)", "x = x.item()"])).body
    if not body:
        body.append(ast.Pass())


def wrap(random, body, at):
    head = random.choice(["if x.sum() > 0:", "if flag:", "for i in x:", "while x.any():", "with torch.no_grad():",
                          "def h(x):", "class C:", "try:"])
    tail = "\nexcept ValueError as e:\n raise RuntimeError from e" if head == "try:" else ""
    (around,) = ast.parse(f"{head}\n pass{tail}").body
    around.body = body[at:at + random.choice([1, 1, 3])]
    body[at:at + len(around.body)] = [around]


def change_expression(random, tree):
    places = [(node, field, index) for node in ast.walk(tree) for field, value in ast.iter_fields(node)
              for index, child in enumerate(value if isinstance(value, list) else [value])
              if isinstance(child, ast.expr) and isinstance(getattr(child, "ctx", ast.Load()), ast.Load)]
    if not places:
        return
    node, field, index = random.choice(places)
    new = copy.deepcopy(random.choice(expressions()))
    if isinstance(getattr(node, field), list):
        getattr(node, field)[index] = new
    else:
        setattr(node, field, new)


def block(lines, at):
    """Where the lines end that are indented below that one."""
    indent = lambda line: len(line) - len(line.lstrip())
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or indent(lines[end]) > indent(lines[at])):
        end += 1
    return end


def by_text(random, text):
    lines = text.split("\n")
    at = random.randrange(len(lines))
    blanks = re.match(r"[ \t]*", lines[at])[0]
    return random.choice([by_lines, by_lines, by_tokens, by_tokens, by_nesting, by_blanks])(random, text, lines, at, blanks)


def by_lines(random, text, lines, at, blanks):
    kind, end = random.randrange(4), block(lines, at)
    if kind == 0:
        lines[at:at] = [blanks + line for line in random.choice(LINES).split("\n")]
    elif kind == 1:
        del lines[at:end]
    elif kind == 2:
        there = random.randrange(len(lines) + 1)
        lines[there:there] = lines[at:end] * random.choice([1, 2, 5])
    else:
        lines[at:end] = [blanks + random.choice(HEADS)] + ["    " + line for line in lines[at:end]]
    return "\n".join(lines)


def by_tokens(random, text, lines, at, blanks):
    tokens = TOKEN.findall(text)
    for _ in range(random.choice([1, 1, 3]) if tokens else 0):
        i, j, kind = random.randrange(len(tokens)), random.randrange(len(tokens)), random.randrange(4)
        if kind == 0:
            tokens[i] = ""
        elif kind == 1:
            tokens[i] = tokens[j]
        elif kind == 2:
            tokens[i] *= 2
        else:
            tokens[i], tokens[j] = tokens[j], tokens[i]
    return "".join(tokens)


def by_nesting(random, text, lines, at, blanks):
    if random.random() < 0.5:
        depth, head = random.choice([5, 30, 110]), random.choice(HEADS[:8])
        lines[at:at] = [blanks + " " * i + head for i in range(depth)] + [blanks + " " * depth + "return x"]
        return "\n".join(lines)
    tokens = TOKEN.findall(text)
    names = [i for i, token in enumerate(tokens) if token.isidentifier()]
    if names:
        i, depth, (before, after) = random.choice(names), random.choice([3, 20, 60, 150, 450]), random.choice(NESTED)
        tokens[i] = before * depth + tokens[i] + after * depth
    return "".join(tokens)


def by_blanks(random, text, lines, at, blanks):
    kind = random.randrange(3)
    if kind == 0:
        return text.replace("\n", random.choice(["\r\n", "\r", "\n\x0c", "\n\n", "\n\t"]), random.choice([1, 5, -1]))
    if kind == 1:
        return text.replace("    ", random.choice(["\t", " ", "   ", "     ", "\t  "]), random.choice([-1, 3]))
    there = random.randrange(len(text) + 1)
    return text[:there] + random.choice(ODD) + text[there:]
