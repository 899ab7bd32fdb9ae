"""The fixed sources with a graph break at each place where the original ones broke.

Whether inductor gives the same bits depends on what is compiled together: it fuses, computes softmax
or log with code of its own, and autograd adds what several uses of a tensor contribute in another
order than between graphs. `insert_breaks` takes that difference away: the fixed program runs in the
pieces in which the original one ran. What differs then is the rewrites' doing; what differs in one
graph alone is the compiler's.
"""

import ast
import difflib

# One line, to stand before any statement; the name is one that no function has.
BREAK = "import torch._dynamo as _dynamo_apart; _dynamo_apart.graph_break()"


class Statements:
    """The statements of a module, by line."""

    def __init__(self, text):
        self.lines = text.splitlines(keepends=True)
        # (first line, last line of it or of a compound statement's head, statement around it, node)
        self.all = []
        self._visit(ast.parse(text), None)
        self.all.sort(key=lambda entry: entry[0])

    def _visit(self, node, around):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt):
                first = min([child.lineno, *(d.lineno for d in getattr(child, "decorator_list", []))])
                body = getattr(child, "body", None)
                last = max(child.lineno, body[0].lineno - 1) if body else child.end_lineno
                self.all.append((first, last, around, child))
            self._visit(child, child if isinstance(child, ast.stmt) else around)

    def first_line_at(self, line):
        """The first line of the statement, or of the head, that `line` is in; `line` outside of any."""
        inside = [first for first, last, _, _ in self.all if first <= line <= last]
        return max(inside, default=line)

    def place_before(self, line):
        """(line, indentation) to put a statement at that runs before the one at `line` or the next."""
        entry = next((e for e in self.all if e[1] >= line and not isinstance(e[3], ast.FunctionDef)), None)
        while entry and self.lines[entry[0] - 1].lstrip().startswith("elif"):
            entry = next(e for e in self.all if e[3] is entry[2])
        return (entry[0], entry[3].col_offset) if entry else None


def insert_breaks(before, after, places):
    """`after` with a break before each statement that stands where `before` broke, at the lines
    `places`; a line in what was rewritten stands for the first statement in its stead. (A statement
    that was left as it is may be mended by a change elsewhere, so that it needs one as well.)"""
    old, new = Statements(before), Statements(after)
    blocks = difflib.SequenceMatcher(None, old.lines, new.lines, autojunk=False).get_opcodes()
    found = set()
    for place in places:
        line = old.first_line_at(place) - 1
        tag, start, _, now, _ = next(block for block in blocks if block[1] <= line < block[2])
        at = new.place_before((now + line - start if tag == "equal" else now) + 1)
        if at:
            found.add(at)
    for line, column in sorted(found, reverse=True):
        new.lines.insert(line - 1, " " * column + BREAK + "\n")
    text = "".join(new.lines)
    ast.parse(text)
    return text
