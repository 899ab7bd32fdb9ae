#!/usr/bin/env python3
"""The language server: server_test.py GRAPHMEND.

The client here is a plain one of the test's own, so that it can send what no real client would.
"""
import json
import random

import program
from plain_client import Client
from program import MODEL, ProjectTest

CALLER = "import torch\nfrom helper import helper\n\n@torch.compile\ndef f(x):\n    return helper(x)\n"
HELPER = "def helper(x):\n    print('é𝄞', x)\n    return x\n"


FIX_ALL, ORGANIZE = "source.fixAll.graphmend", "source.organizeSuppressions.graphmend"
RESOLVES = {"textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}}}}
# One safe fix and one that is not.
FIXABLE = "import torch\n\n\n@torch.compile\ndef f(x):\n    print('é')\n    print(x)\n    return x\n"
VALUES = """\
import torch


@torch.compile
def f(x: torch.Tensor):
    # x is a tensor
    y = x.to(torch.float16)
    z = y.flatten()
    both = [y, 1]
    n = x.sum().item()
    return both, z, n


def g(x): return x + 1
"""


def codes(diagnostics):
    return sorted(d["code"] for d in diagnostics)


def edited(text, edits):
    """Applies edits with UTF-16 positions; single-line text only needs the basics."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:i]) for i in range(len(lines) + 1)]
    offset = lambda p: min(len(text), starts[min(p["line"], len(lines))] + p["character"])
    for edit in sorted(edits, key=lambda e: -offset(e["range"]["start"])):
        text = text[: offset(edit["range"]["start"])] + edit["newText"] + text[offset(edit["range"]["end"]):]
    return text


class ServerTest(ProjectTest):
    def client(self, *arguments):
        client = Client(self.root, *arguments)
        self.addCleanup(lambda: client.process.poll() is not None or client.stop())
        return client

    def test_diagnostics_as_you_type(self):
        self.write({"model.py": MODEL})
        client = self.client()
        capabilities = client.start()["capabilities"]
        self.assertEqual(capabilities["positionEncoding"], "utf-16")
        client.open("model.py", MODEL)
        self.assertEqual(codes(client.published("model.py", 1)), ["GM101", "GM201"])
        # Unsaved edits, incremental: the print goes, a host read comes.
        client.change("model.py", 2, {"range": {"start": {"line": 6, "character": 12},
                                                "end": {"line": 6, "character": 29}}, "text": "x.item()"})
        self.assertEqual(codes(client.published("model.py", 2)), ["GM101", "GM106"])
        client.change("model.py", 3, {"text": "x = 1\n"})
        self.assertEqual(client.published("model.py", 3), [])
        self.assertEqual(client.stop(), 0)

    def test_findings_come_from_the_whole_workspace(self):
        self.write({"caller.py": CALLER, "helper.py": HELPER})
        client = self.client()
        client.start()
        # Found where nothing is compiled, in a file that is not open.
        (found,) = client.published("helper.py")
        self.assertEqual(found["code"], "GM201")
        related = {r["location"]["uri"] for r in found["relatedInformation"]}
        self.assertIn(client.uri("caller.py"), related)
        client.open("helper.py", HELPER)
        client.change("helper.py", 2, {"text": "\n" + HELPER})
        (moved,) = client.published("helper.py", 2)
        self.assertEqual(moved["range"]["start"]["line"], 2)

    def test_position_encodings(self):
        self.write({"caller.py": CALLER, "helper.py": HELPER})
        for offered, encoding, end in ((None, "utf-16", 19), (["utf-16", "utf-8"], "utf-8", 22)):
            client = self.client()
            capabilities = {"general": {"positionEncodings": offered}} if offered else {}
            self.assertEqual(client.start(capabilities)["capabilities"]["positionEncoding"], encoding)
            (found,) = client.published("helper.py")
            self.assertEqual(found["range"], {"start": {"line": 1, "character": 4}, "end": {"line": 1, "character": end}})
            # An edit behind characters that count differently lands where it should.
            client.open("helper.py", HELPER)
            client.published("helper.py", 1)
            client.change("helper.py", 2, {"range": {"start": {"line": 1, "character": end - 1},
                                                     "end": {"line": 1, "character": end}}, "text": ", x)"})
            (found,) = client.published("helper.py", 2)
            self.assertEqual(found["range"]["end"]["character"], end + 3)
            client.stop()

    def test_pull_diagnostics(self):
        self.write({"model.py": MODEL})
        client = self.client()
        client.start({"textDocument": {"diagnostic": {}}})
        client.open("model.py", MODEL)
        report = client.request("textDocument/diagnostic", client.about("model.py"))["result"]
        self.assertEqual((report["kind"], codes(report["items"])), ("full", ["GM101", "GM201"]))
        client.change("model.py", 2, {"text": MODEL.replace("print(", "str(")})
        report = client.request("textDocument/diagnostic", client.about("model.py"))["result"]
        self.assertEqual(codes(report["items"]), ["GM101"])

    def test_hover(self):
        self.write({"model.py": MODEL})
        client = self.client()
        client.start()
        client.open("model.py", MODEL)
        position = {"position": {"line": 5, "character": 14}}
        hover = client.request("textDocument/hover", client.about("model.py", **position))["result"]
        self.assertIn("**GM101** branch-on-tensor", hover["contents"]["value"])
        self.assertIn("Reached through", hover["contents"]["value"])
        self.assertIsNone(client.request("textDocument/hover", client.about(
            "model.py", position={"line": 0, "character": 0}))["result"])

    def test_brief_hover(self):
        # For an editor that shows the diagnostic, with what is related, when hovered over.
        self.write({"model.py": MODEL})
        client = self.client()
        client.start(options={"hoverShowsDiagnostics": True})
        client.open("model.py", MODEL)
        hover = client.request("textDocument/hover", client.about("model.py", position={"line": 5, "character": 20}))["result"]
        text = hover["contents"]["value"]
        self.assertIn("**GM101** branch-on-tensor", text)
        self.assertIn("gb0170", text)
        self.assertNotIn("Reached through", text)

    def test_hover_on_expressions(self):
        self.write({"model.py": VALUES})
        client = self.client()
        client.start()
        client.open("model.py", VALUES)
        def known(line, text, after=0):
            column = VALUES.splitlines()[line].index(text) + after
            hover = client.request("textDocument/hover", client.about(
                "model.py", position={"line": line, "character": column}))["result"]
            if hover is None:
                return None
            place = hover["range"]
            self.assertEqual(place["start"]["line"], place["end"]["line"])
            code = VALUES.splitlines()[line][place["start"]["character"]:place["end"]["character"]]
            return code, hover["contents"]["value"]
        code, text = known(6, "to(", 0)
        self.assertEqual(code, "x.to")
        code, text = known(6, ")", 0)
        self.assertEqual(code, "x.to(torch.float16)")
        self.assertIn("- dtype: `torch.float16`", text)
        self.assertIn("- size: not known from the source", text)
        self.assertIn("- data: known only when the graph runs", text)
        self.assertIn("Because", text)
        self.assertIn("`model.py:7:9`", text)
        # What is assigned to, a size, a list, what is no tensor any more.
        self.assertIn("`torch.float16`", known(6, "y =")[1])
        code, text = known(9, "sum()", 4)
        self.assertEqual(code, "x.sum().item()")  # of the finding, which comes first
        self.assertIn("`x.sum()`: `Tensor", text)
        self.assertIn("- size: 0 dimensions, a single number", text)
        self.assertEqual(known(8, "[y")[0], "[y, 1]")
        self.assertIn("[Tensor[float16], 1]", known(8, "[y")[1])
        self.assertEqual(known(9, "n ="), ("n", "`n`: `object`"))
        # A finding and what is known, one below the other.
        self.assertIn("**GM106**", known(9, "item()")[1])
        self.assertIn("\n\n---\n\n", known(9, ".item()", 6)[1])
        # No expression, nothing that is compiled, and what says itself.
        for line, text in ((4, "def"), (5, "#"), (6, "float16"), (8, "1]"), (13, "x + 1")):
            self.assertIsNone(known(line, text), (line, text))

    def test_hover_follows_what_is_typed(self):
        self.write({"caller.py": CALLER, "helper.py": HELPER})
        client = self.client()
        client.start()
        client.published("helper.py")
        client.open("helper.py", HELPER)
        new = "def helper(x):\n    y = x.sum().double()\n    return y\n"
        client.change("helper.py", 2, {"text": new})
        hover = client.request("textDocument/hover", client.about("helper.py", position={"line": 2, "character": 11}))["result"]
        self.assertIn("`x.sum().double()` is a tensor", hover["contents"]["value"])

    def test_inlay_hints(self):
        text = CALLER + "\ng = torch.compile(helper)\n"
        self.write({"caller.py": text, "helper.py": HELPER, "model.py": MODEL})
        client = self.client()
        self.assertTrue(client.start({"textDocument": {"inlayHint": {}}})["capabilities"]["inlayHintProvider"])
        client.open("caller.py", text)
        def hints(name, first, last):
            lines = {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}
            return [(hint["label"], hint["position"]["line"], hint["position"]["character"])
                    for hint in client.request("textDocument/inlayHint", client.about(name, range=lines))["result"]]
        client.published("helper.py")
        both = [("1 graph break", 3, 14), ("1 graph break", 7, 25)]
        self.assertEqual(hints("caller.py", 0, 99), both)
        self.assertEqual(hints("caller.py", 5, 99), both[1:])
        # The lens does not say it once more, but where nothing in the source compiles.
        lenses = lambda name: [lens["command"]["title"] for lens in client.request("textDocument/codeLens", client.about(name))["result"]]
        self.assertEqual(lenses("caller.py"), [])
        client.open("model.py", MODEL)
        self.assertEqual(lenses("model.py"), ["2 graph breaks if compiled"])
        client.change("caller.py", 2, {"text": text.replace("@torch.compile", "@torch.compile(fullgraph=True)")})
        self.assertEqual(hints("caller.py", 0, 5), [("1 graph break, fullgraph=True raises", 3, 30)])

    def test_lens_that_validates(self):
        self.write({"pkg/__init__.py": "", "pkg/caller.py": CALLER.replace("helper import", "pkg.helper import"),
                    "pkg/helper.py": HELPER, "model.py": MODEL + "\n\ndef make():\n    return torch.compile(Model())\n"})
        for commands, wanted in ((["graphmend.validate"], True), (["other"], False), ([], False)):
            client = self.client()
            client.start(options={"commands": commands})
            client.open("pkg/caller.py", (self.root / "pkg/caller.py").read_text())
            client.published("pkg/helper.py")
            client.open("model.py", (self.root / "model.py").read_text())
            client.published("model.py", 1)
            def targets(name):
                return [lens["command"]["arguments"] for lens in client.request("textDocument/codeLens", client.about(name))["result"]
                        if lens["command"]["command"] == "graphmend.validate" and lens["command"]["title"] == "validate"]
            folder = str(self.root)
            self.assertEqual(targets("pkg/caller.py"), [[{"entry": "pkg.caller:f", "folder": folder}]] * wanted)
            self.assertEqual(targets("model.py"), [[{"entry": "model:Model", "folder": folder}]] * wanted)
            client.stop()

    def test_pulled_from_the_whole_workspace(self):
        self.write({"caller.py": CALLER, "helper.py": HELPER})
        client = self.client()
        client.start({"textDocument": {"diagnostic": {}}})
        items = client.request("workspace/diagnostic", {"previousResultIds": []})["result"]["items"]
        self.assertEqual([(item["uri"], item["kind"], codes(item["items"])) for item in items],
                         [(client.uri("helper.py"), "full", ["GM201"])])
        known = [{"uri": item["uri"], "value": item["resultId"]} for item in items]
        # The next one waits until there is something new; meanwhile others are answered.
        client.send({"jsonrpc": "2.0", "id": "wait", "method": "workspace/diagnostic", "params": {"previousResultIds": known}})
        client.open("helper.py", HELPER)
        report = client.request("textDocument/diagnostic", client.about("helper.py"))["result"]
        self.assertEqual(report["resultId"], known[0]["value"])
        again = client.request("textDocument/diagnostic", client.about("helper.py", previousResultId=report["resultId"]))["result"]
        self.assertEqual(again, {"kind": "unchanged", "resultId": report["resultId"]})
        self.assertFalse([m for m in client.kept if m.get("id") == "wait"])
        self.write({"caller.py": CALLER.replace("helper(x)", "x")})
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": client.uri("caller.py"), "type": 2}]})
        (item,) = client.wait(lambda m: m.get("id") == "wait")["result"]["items"]
        self.assertEqual((item["uri"], item["items"], item["version"]), (client.uri("helper.py"), [], 1))
        # One that waits can be cancelled, and ends with the server.
        for end in ("cancel", "shutdown"):
            client.send({"jsonrpc": "2.0", "id": end, "method": "workspace/diagnostic", "params": {"previousResultIds": [
                {"uri": item["uri"], "value": item["resultId"]}]}})
            if end == "cancel":
                client.notify("$/cancelRequest", {"id": end})
            else:
                self.assertEqual(client.stop(), 0)
            self.assertEqual(client.wait(lambda m: m.get("id") == end)["error"]["code"], -32800)

    def test_code_lens(self):
        self.write({"caller.py": CALLER, "helper.py": HELPER, "model.py": MODEL})
        client = self.client()
        client.start()
        lenses = lambda name: [(lens["command"]["title"], lens["range"]["start"]["line"])
                               for lens in client.request("textDocument/codeLens", client.about(name))["result"]]
        client.open("caller.py", CALLER)
        client.published("helper.py")
        self.assertEqual(lenses("caller.py"), [("1 graph break", 3)])
        client.change("caller.py", 2, {"text": CALLER.replace("helper(x)", "x")})
        self.assertEqual(lenses("caller.py"), [("no graph break", 3)])
        client.change("caller.py", 3, {"text": CALLER.replace("helper(x)", "helper(x), print(x)")})
        self.assertEqual(lenses("caller.py"), [("2 graph breaks", 3)])

    def test_code_actions(self):
        text = MODEL.replace("        return x", "        x = x * 2  # graphmend: ignore[GM106]\n        return x")
        self.write({"model.py": text})
        client = self.client()
        client.start()
        client.open("model.py", text)
        self.assertEqual(codes(client.published("model.py", 1)), ["GM101", "GM201", "GM901"])
        def actions(line):
            place = {"line": line, "character": 20}
            return client.request("textDocument/codeAction", client.about(
                "model.py", range={"start": place, "end": place}, context={"diagnostics": []}))["result"]
        (suppress,) = actions(5)
        self.assertEqual(suppress["title"], "Suppress GM101 here")
        after = edited(text, suppress["edit"]["changes"][client.uri("model.py")])
        self.assertIn("if x.sum() > 0:  # graphmend: ignore[GM101]\n", after)
        self.assertEqual(len(after.splitlines()), len(text.splitlines()))
        (remove,) = actions(7)
        self.assertTrue(remove["isPreferred"])
        after = edited(after, remove["edit"]["changes"][client.uri("model.py")])
        self.assertIn("        x = x * 2\n", after)
        client.change("model.py", 2, {"text": after})
        self.assertEqual(codes(client.published("model.py", 2)), ["GM201"])

    def test_fixes(self):
        text = CALLER.replace("from helper import helper\n", HELPER.replace("print('é𝄞', x)", "print('é'); print(x)"))
        self.write({"caller.py": text})
        client = self.client()
        client.start()
        client.open("caller.py", text)
        self.assertEqual(codes(client.published("caller.py", 1)), ["GM201", "GM201"])
        def fixes(character):
            place = {"line": 2, "character": character}
            actions = client.request("textDocument/codeAction", client.about(
                "caller.py", range={"start": place, "end": place}, context={"diagnostics": []}))["result"]
            return [action for action in actions if not action["title"].startswith("Suppress")]
        (safe,), (unsafe,) = fixes(6), fixes(18)
        self.assertEqual((safe.get("isPreferred", False), unsafe.get("isPreferred", False)), (True, False))
        # Each fix brings the import that it needs, and leaves the other finding.
        self.assertRegex(safe["title"], r"^(?!Unsafe)[A-Z]")
        self.assertRegex(unsafe["title"], r"^Unsafe fix: .+ \(.+\)$")
        for number, fix in enumerate((safe, unsafe), 2):
            after = edited(text, fix["edit"]["changes"][client.uri("caller.py")])
            self.assertTrue(after.startswith("import torch\nimport graphmend.runtime\n"), after)
            client.change("caller.py", number, {"text": after})
            self.assertEqual(codes(client.published("caller.py", number)), ["GM201"])

    def actions(self, client, name, **context):
        """The code actions of a whole file."""
        everything = {"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}}
        return client.request("textDocument/codeAction", client.about(
            name, range=everything, context={"diagnostics": [], **context}))["result"]

    def test_only_kinds_that_are_asked_for(self):
        text = FIXABLE.replace("return x", "return x  # graphmend: ignore[GM106]")
        self.write({"model.py": text})
        client = self.client()
        provider = client.start(RESOLVES)["capabilities"]["codeActionProvider"]
        self.assertEqual(provider, {"codeActionKinds": ["quickfix", FIX_ALL, ORGANIZE], "resolveProvider": True})
        client.open("model.py", text)
        def kinds(**context):
            return sorted({action["kind"] for action in self.actions(client, "model.py", **context)})
        self.assertEqual(kinds(), ["quickfix", FIX_ALL, ORGANIZE])
        for only, wanted in ((["quickfix"], ["quickfix"]), (["source"], [FIX_ALL, ORGANIZE]),
                             (["source.fixAll"], [FIX_ALL]), ([FIX_ALL], [FIX_ALL]), ([ORGANIZE, "quickfix"], ["quickfix", ORGANIZE]),
                             ([""], ["quickfix", FIX_ALL, ORGANIZE]), ([], []), (["refactor"], []), (["source.fix"], []),
                             (["quickfix.graphmend"], []), (["source.fixAll.graphmend.more"], [])):
            self.assertEqual(kinds(only=only), wanted, only)
        self.assertEqual(kinds(only="source.fixAll"), [FIX_ALL])  # as Neovim 0.7 says it

    def test_fix_all(self):
        self.write({"model.py": FIXABLE})
        for resolves in (True, False):
            client = self.client()
            client.start(RESOLVES if resolves else {})
            client.open("model.py", FIXABLE)
            # Not offered unasked where it would have to be worked out at once.
            offered = [action["kind"] for action in self.actions(client, "model.py")]
            self.assertEqual(FIX_ALL in offered, resolves)
            (action,) = self.actions(client, "model.py", only=[FIX_ALL])
            if resolves:
                self.assertNotIn("edit", action)
                action = client.request("codeAction/resolve", action)["result"]
            after = edited(FIXABLE, action["edit"]["changes"][client.uri("model.py")])
            # What it did to the text is what `--fix` does, and is not what the server believes to be there.
            client.change("model.py", 2, {"text": FIXABLE + "\n"})
            self.assertEqual(codes(client.published("model.py", 2)), ["GM201", "GM201"])
            client.change("model.py", 3, {"text": after})
            self.assertEqual(codes(client.published("model.py", 3)), ["GM201"])
            self.assertEqual(self.actions(client, "model.py", only=[FIX_ALL]), [])
            client.stop()
        self.run_program("check", "--fix", "--exit-zero")
        self.assertEqual((self.root / "model.py").read_text(), after)

    def test_organize_suppressions(self):
        text = FIXABLE.replace("return x", "return x  # graphmend: ignore[GM106]")
        self.write({"model.py": text})
        client = self.client()
        client.start()
        client.open("model.py", text)
        (action,) = self.actions(client, "model.py", only=[ORGANIZE])
        self.assertEqual(edited(text, action["edit"]["changes"][client.uri("model.py")]), FIXABLE)

    def test_actions_that_are_asked_for_wrongly(self):
        self.write({"model.py": FIXABLE})
        client = self.client()
        client.start(RESOLVES)
        client.open("model.py", FIXABLE)
        for action in (None, [], {}, {"kind": FIX_ALL}, {"kind": FIX_ALL, "data": {"uri": "file:///none"}},
                       {"kind": "quickfix", "data": {"uri": client.uri("model.py")}}, {"kind": 3, "data": 4}):
            self.assertEqual(client.request("codeAction/resolve", action)["error"]["code"], -32602, action)

    def test_settings(self):
        self.write({"model.py": MODEL, "graphmend.toml": 'select = ["GM2"]\nextend-exclude = ["out/"]\n'})
        client = self.client("--ignore", "GM3")
        client.start({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}})
        client.wait(lambda m: m.get("method") == "client/registerCapability")
        client.open("model.py", MODEL)
        self.assertEqual(codes(client.published("model.py", 1)), ["GM201"])
        client.open("out/model.py", MODEL)
        self.assertEqual(client.published("out/model.py", 1), [])
        # The file of settings changes; then it is wrong, which is said once, and then mended.
        self.write({"graphmend.toml": 'select = ["GM1"]\n'})
        changed = {"changes": [{"uri": client.uri("graphmend.toml"), "type": 2}]}
        client.notify("workspace/didChangeWatchedFiles", changed)
        client.wait(lambda m: m.get("method") == "textDocument/publishDiagnostics"
                    and codes(m["params"]["diagnostics"]) == ["GM101"])
        self.write({"graphmend.toml": 'slect = ["GM1"]\n'})
        client.notify("workspace/didChangeWatchedFiles", changed)
        said = client.wait(lambda m: m.get("method") == "window/showMessage")["params"]
        self.assertEqual(said["type"], 1)
        self.assertIn("graphmend.toml:1:1: there is no setting `slect`", said["message"])

    def test_documents_outside_of_folders_and_unsaved_ones(self):
        client = self.client()
        client.start(folders=False)
        client.notify("textDocument/didOpen", {"textDocument": {
            "uri": "untitled:Untitled-1", "languageId": "python", "version": 1, "text": MODEL}})
        found = client.wait(lambda m: m.get("method") == "textDocument/publishDiagnostics")["params"]
        self.assertEqual((found["uri"], codes(found["diagnostics"])), ("untitled:Untitled-1", ["GM101", "GM201"]))

    def test_workspace_folders(self):
        self.write({"a/model.py": MODEL, "b/model.py": MODEL})
        client = Client(self.root / "a")
        self.addCleanup(client.stop)
        client.start()
        self.assertEqual(len(client.published("model.py")), 2)
        folder = {"uri": "file://" + str(self.root / "b"), "name": "b"}
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder], "removed": []}})
        found = lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"]["uri"] == folder["uri"] + "/model.py"
        self.assertEqual(len(client.wait(found)["params"]["diagnostics"]), 2)
        client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [folder]}})
        self.assertEqual(client.wait(found)["params"]["diagnostics"], [])

    def test_closing_and_saving(self):
        self.write({"model.py": MODEL})
        client = self.client()
        client.start()
        client.open("model.py", "x = 1\n")
        self.assertEqual(client.published("model.py", 1), [])
        # Closed without saving: what is on disk holds again.
        client.notify("textDocument/didClose", client.about("model.py"))
        client.wait(lambda m: m.get("method") == "textDocument/publishDiagnostics"
                    and codes(m["params"]["diagnostics"]) == ["GM101", "GM201"])
        self.write({"model.py": "x = 1\n"})
        client.notify("textDocument/didSave", client.about("model.py"))
        client.wait(lambda m: m.get("method") == "textDocument/publishDiagnostics" and not m["params"]["diagnostics"])

    def test_cancellation(self):
        self.write({"model.py": MODEL})
        client = self.client()
        client.start()
        client.open("model.py", MODEL)
        request = {"jsonrpc": "2.0", "id": "abc", "method": "textDocument/hover", "params": {}}
        cancel = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "abc"}}
        data = b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(d), d)
                        for d in (json.dumps(m).encode() for m in (request, cancel)))
        client.send_bytes(data)
        self.assertEqual(client.wait(lambda m: m.get("id") == "abc")["error"]["code"], -32800)

    def test_order_of_life(self):
        client = self.client()
        self.assertEqual(client.request("textDocument/hover", {})["error"]["code"], -32002)
        client.start()
        self.assertEqual(client.request("initialize", {})["error"]["code"], -32600)
        self.assertEqual(client.request("no/such", {})["error"]["code"], -32601)
        self.assertEqual(client.request("textDocument/hover", {})["error"]["code"], -32602)
        client.request("shutdown")
        self.assertEqual(client.request("textDocument/hover", {})["error"]["code"], -32600)
        client.notify("exit", None)
        self.assertEqual(client.process.wait(10), 0)
        early = Client(self.root)
        early.notify("exit", None)
        self.assertEqual(early.process.wait(10), 1)
        early.process.stdin.close()
        gone = Client(self.root)
        gone.process.stdin.close()
        self.assertEqual(gone.process.wait(10), 1)

    def test_hostile_messages(self):
        self.write({"model.py": MODEL})
        client = self.client()
        client.start()
        client.open("model.py", MODEL)
        uri = client.uri("model.py")
        for raw in (b"{", b"[]", b"null", b'{"jsonrpc":"2.0"}', b"[" * 100_000, b'{"id":1e999,"method":"x"}', b"\xff\xfe",
                    b'{"id":{},"method":"initialize"}', b'{"method":5,"id":7}'):
            client.send_bytes(b"Content-Length: %d\r\n\r\n%b" % (len(raw), raw))
        huge = 2**32 - 1
        for method in ("textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "textDocument/didSave",
                       "workspace/didChangeWatchedFiles", "workspace/didChangeWorkspaceFolders", "$/cancelRequest", "no/such"):
            for params in (None, [], 5, {}, {"textDocument": 3}, {"textDocument": {"uri": 5}},
                           {"textDocument": {"uri": "file:///nowhere/x.py"}, "contentChanges": [{"text": "x"}]},
                           {"textDocument": {"uri": uri}, "contentChanges": 7},
                           {"textDocument": {"uri": uri}, "contentChanges": [7, {}, {"text": 5}, {"range": 3, "text": "x"},
                            {"range": {"start": {"line": -1, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "x"}]}):
                if method == "textDocument/didClose" and params and isinstance(params, dict) and params.get("textDocument") == {"uri": uri}:
                    continue
                client.notify(method, params)
        # Places beyond the end are the end; an end before its start is no range.
        client.change("model.py", 5, {"range": {"start": {"line": huge, "character": huge}, "end": {"line": huge, "character": huge}}, "text": "# end\n"},
                      {"range": {"start": {"line": 9, "character": 3}, "end": {"line": 2, "character": 1}}, "text": ""})
        for method in ("textDocument/hover", "textDocument/codeAction", "textDocument/codeLens", "textDocument/diagnostic"):
            for params in (None, [], {"textDocument": {"uri": uri}, "position": {"line": "a"}},
                           {"textDocument": {"uri": uri}, "position": {"line": huge, "character": huge},
                            "range": {"start": {"line": huge, "character": 0}, "end": {"line": 0, "character": 0}}}):
                client.request(method, params)
        self.assertEqual(codes(client.published("model.py", 5)), ["GM101", "GM201"])
        self.assertEqual(client.stop(), 0)

    def test_broken_streams_end_it(self):
        for raw in (b"Content-Length: -5\r\n\r\n", b"Content-Length: 99999999999999999999\r\n\r\n",
                    b"Content-Length: x\r\n\r\n", b"a" * 100_000):
            client = Client(self.root)
            client.send_bytes(raw)
            self.assertEqual(client.process.wait(10), 2, raw[:40])
            client.process.stdin.close()
            client.process.stdout.close()

    def test_a_session_of_random_edits_ends_where_a_fresh_one_does(self):
        self.write({"model.py": MODEL, "caller.py": CALLER, "helper.py": HELPER})
        client = self.client()
        client.start()
        text = MODEL
        client.open("model.py", text)
        dice = random.Random(7)
        for version in range(2, 60):
            lines = text.split("\n")
            line = dice.randrange(len(lines))
            begin = dice.randrange(len(lines[line]) + 1)
            end = dice.randrange(begin, len(lines[line]) + 1)
            new = dice.choice(["", "x", "\n", "    print(x)\n", "if x.sum() > 0:\n", "(", '"', "é"])
            lines[line] = lines[line][:begin] + new + lines[line][end:]
            text = "\n".join(lines)
            client.change("model.py", version, {"range": {"start": {"line": line, "character": begin},
                                                          "end": {"line": line, "character": end}}, "text": new})
        text = text + "\n" + MODEL.replace("Model", "Last")
        client.change("model.py", 60, {"text": text})
        got = client.published("model.py", 60)
        self.write({"model.py": text})
        wanted = [f for f in self.check("--exit-zero") if f["path"] == "model.py"]
        self.assertEqual(codes(got), sorted(f["code"] for f in wanted))


if __name__ == "__main__":
    program.main()
