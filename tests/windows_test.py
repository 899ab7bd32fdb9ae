"""The program on Windows, or on Wine: what differs there from other systems.

    windows_test.py graphmend.exe [fake_interpreter.exe]
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
INTERPRETER = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else ""
LAUNCHER = [] if os.name == "nt" else ["wine"]
os.environ.setdefault("LC_ALL", "C.UTF-8")  # Wine's names of files
MODEL = b"""import torch\r
\r
\r
@torch.compile\r
def f(x):\r
    if x.sum() > 0:\r
        return x\r
    print("negative")\r
    return -x\r
"""
CLEAN = b"import torch\n\n\n@torch.compile\ndef f(x):\n    return x + 1\n"


def native(path):
    """An absolute path as the program says it."""
    return path.as_posix() if os.name == "nt" else "Z:" + path.as_posix()


class Windows(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.write("pkg/model.py", MODEL)

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def run_program(self, *arguments, status, **options):
        done = subprocess.run(
            [*LAUNCHER, PROGRAM, *arguments], cwd=self.folder, capture_output=True, timeout=120, **options
        )
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertNotIn(b"\r\n", done.stderr)
        return done

    def test_cache(self):
        kept = self.folder / "kept"
        environment = {**os.environ, "GRAPHMEND_CACHE_DIR": native(kept)}
        first, second = (self.run_program("check", "pkg", status=1, env=environment).stdout for _ in range(2))
        self.assertEqual(first, second)
        self.assertEqual(len(list(kept.glob("*.record"))), 1)
        self.write("pkg/model.py", CLEAN)
        self.run_program("check", "pkg", status=0, env=environment)

    def findings(self, *arguments, status=1, **options):
        return json.loads(self.run_program("check", "-o", "json", *arguments, status=status, **options).stdout)["findings"]

    def test_findings_have_forward_slashes(self):
        for argument in (".", "pkg", "pkg\\model.py", str(self.folder), native(self.folder / "pkg/model.py")):
            with self.subTest(argument):
                found = self.findings(argument)
                self.assertEqual({f["path"] for f in found}, {"pkg/model.py"})
                self.assertEqual([f["location"]["line"] for f in found], [6, 8])
        concise = self.run_program("check", "-o", "concise", status=1).stdout
        self.assertTrue(concise.startswith(b"pkg/model.py:6:8: GM101 "), concise)
        self.assertNotIn(b"\r", concise)

    def test_what_lies_elsewhere_is_absolute(self):
        (self.folder / "other").mkdir()
        done = subprocess.run(
            [*LAUNCHER, PROGRAM, "check", "-o", "json", "-o", "sarif:out.sarif", "../pkg"],
            cwd=self.folder / "other", capture_output=True,
        )
        (path,) = {f["path"] for f in json.loads(done.stdout)["findings"]}
        self.assertEqual(path, native(self.folder / "pkg/model.py"))
        run = json.loads((self.folder / "other/out.sarif").read_bytes())["runs"][0]
        uris = {r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in run["results"]}
        self.assertEqual(uris, {"file:///" + native(self.folder / "pkg/model.py")})

    def test_exit_status(self):
        self.write("clean.py", CLEAN)
        self.run_program("check", "clean.py", status=0)
        self.run_program("check", "missing.py", status=2)
        self.run_program("chek", status=2)
        self.assertTrue(self.run_program("--version", status=0).stdout.startswith(b"graphmend "))

    def test_names_are_utf8(self):
        self.write("größe 漢/модель.py", MODEL)
        found = self.findings("größe 漢/модель.py")
        self.assertEqual({f["path"] for f in found}, {"größe 漢/модель.py"})
        self.assertEqual({f["path"] for f in self.findings()}, {"größe 漢/модель.py", "pkg/model.py"})
        self.run_program("check", "-o", "json:größe.json", status=1)
        self.assertTrue((self.folder / "größe.json").exists())

    def test_fixes_keep_line_ends(self):
        diff = self.run_program("check", "--diff", "--unsafe-fixes", "pkg", status=1).stdout
        self.assertTrue(diff.startswith(b"--- a/pkg/model.py\n+++ b/pkg/model.py\n"), diff)
        self.run_program("check", "--fix", "--unsafe-fixes", "pkg", status=1)
        fixed = (self.folder / "pkg/model.py").read_bytes()
        self.assertNotEqual(fixed, MODEL)
        self.assertEqual(fixed.count(b"\n"), fixed.count(b"\r\n"))
        self.assertEqual(os.listdir(self.folder / "pkg"), ["model.py"])

    def test_standard_input(self):
        found = self.findings("--stdin-filename", "pkg/other.py", "-", input=MODEL)
        self.assertEqual({f["path"] for f in found}, {"pkg/other.py"})
        same = self.run_program("check", "--fix", "-", status=0, input=CLEAN.replace(b"\n", b"\r\n"))
        self.assertEqual(same.stdout, CLEAN.replace(b"\n", b"\r\n"))

    def test_settings_baseline_and_ignored_files(self):
        self.write(".git/HEAD", b"")
        self.write(".gitignore", b"/pkg/generated/\n")
        self.write("pkg/generated/a.py", MODEL)
        self.write("graphmend.toml", b'[per-file-ignores]\n"pkg/old/*.py" = ["ALL"]\n')
        self.write("pkg/old/b.py", MODEL)
        self.assertEqual({f["path"] for f in self.findings()}, {"pkg/model.py"})
        self.run_program("check", "--update-baseline", status=0)
        baseline = json.loads((self.folder / "graphmend-baseline.json").read_bytes())
        self.assertEqual({f["path"] for f in baseline["findings"]}, {"pkg/model.py"})

    def test_without_git(self):
        done = self.run_program("check", "--changed", status=2, env={**os.environ, "PATH": ""} if os.name == "nt" else None)
        self.assertIn(b"error: cannot run git: it is not on PATH\n", done.stderr)

    def test_imports_are_followed(self):
        self.write("pkg/__init__.py", b"")
        self.write("pkg/helper.py", b"def check(x):\n    if x.sum() > 0:\n        return 1\n    return 2\n")
        self.write("main.py", b"import torch\nfrom pkg import helper\n\n\n@torch.compile\ndef f(x):\n    return helper.check(x)\n")
        found = self.findings("main.py", "pkg/helper.py")
        self.assertEqual({f["path"] for f in found}, {"pkg/helper.py"})

    @unittest.skipUnless(INTERPRETER, "no interpreter to hand over to was given")
    def test_python_bridge(self):
        self.write("site packages/graphmend/validation/__main__.py", b"")
        package = native(self.folder / "site packages/graphmend")
        words = ["a b", 'say "x"', "back\\", "ü"]
        done = self.run_program(
            "validate", "--python", native(pathlib.Path(INTERPRETER)), *words, status=7,
            env={**os.environ, "GRAPHMEND_PACKAGE": package}, input=b"input",
        )
        script, request, own_input = filter(None, done.stdout.decode().splitlines())
        self.assertEqual(script, package + "/validation/__main__.py")
        self.assertEqual(json.loads(request)["operands"], words)
        self.assertEqual(own_input, "input")

    def test_server(self):
        # As VS Code writes it.
        drive, rest = native(self.folder).split(":", 1)
        root = f"file:///{drive.lower()}%3A{rest}"
        opened = {"uri": root + "/pkg/model.py", "languageId": "python", "version": 1, "text": MODEL.decode()}
        messages = [
            {"id": 1, "method": "initialize", "params": {"capabilities": {}, "workspaceFolders": [{"uri": root, "name": "r"}]}},
            {"method": "initialized", "params": {}},
            {"method": "textDocument/didOpen", "params": {"textDocument": opened}},
        ]
        server = subprocess.Popen(
            [*LAUNCHER, PROGRAM, "server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=self.folder
        )
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.kill)
        for message in messages:
            send(server, message)
        published = {}
        while not published.get(opened["uri"]):
            message = receive(server)
            if message.get("method") == "textDocument/publishDiagnostics":
                published[message["params"]["uri"]] = message["params"]["diagnostics"]
        self.assertEqual([d["code"] for d in published[opened["uri"]]], ["GM101", "GM201"])
        send(server, {"id": 2, "method": "shutdown"})
        while receive(server).get("id") != 2:
            pass
        send(server, {"method": "exit"})
        server.stdin.close()
        self.assertEqual(server.wait(30), 0)


def send(server, message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    server.stdin.flush()


def receive(server):
    size = 0
    while line := server.stdout.readline().strip():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            size = int(value)
    return json.loads(server.stdout.read(size))


if __name__ == "__main__":
    if LAUNCHER and not shutil.which(LAUNCHER[0]):
        print("skipped: no wine")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
