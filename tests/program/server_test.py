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
        for number, fix in enumerate((safe, unsafe), 2):
            after = edited(text, fix["edit"]["changes"][client.uri("caller.py")])
            self.assertTrue(after.startswith("import torch\nimport graphmend.runtime\n"), after)
            client.change("caller.py", number, {"text": after})
            self.assertEqual(codes(client.published("caller.py", number)), ["GM201"])

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
