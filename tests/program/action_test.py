#!/usr/bin/env python3
"""The action: action_test.py GRAPHMEND.

The scripts that action.yml runs, against a GitHub of our own that answers as the real one is documented
to; and action.yml itself.
"""
import base64
import gzip
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import unittest

import program
from git_project import GitTest, make_wheel
from program import MODEL

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "ci/action"))


class GitHub(http.server.ThreadingHTTPServer):
    """Takes reports, and keeps the comments of one pull request; `refusal` answers everything else."""

    def __init__(self, comments=(), refusal=None):
        super().__init__(("127.0.0.1", 0), Answers)
        self.comments, self.refusal, self.reports, self.tokens = [dict(c) for c in comments], refusal, [], set()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def environment(self):
        address = f"http://127.0.0.1:{self.server_address[1]}"
        return {"GITHUB_API_URL": address, "GITHUB_GRAPHQL_URL": address + "/graphql", "GH_TOKEN": "secret",
                "GITHUB_REPOSITORY": "some/project", "GITHUB_SHA": "a" * 40, "GITHUB_REF": "refs/pull/7/merge",
                "GITHUB_WORKFLOW": "ci", "GITHUB_JOB": "graphmend", "PULL_REQUEST": "PR_7"}

    def graphql(self, text, variables):
        if "addComment" in text:
            self.comments.append({"id": f"C{len(self.comments)}", "body": variables["body"], "viewerDidAuthor": True})
        elif "updateIssueComment" in text:
            (found,) = [c for c in self.comments if c["id"] == variables["id"]]
            found["body"] = variables["body"]
        else:  # a page of two
            start = int(variables["after"] or 0)
            more = start + 2 < len(self.comments)
            return {"node": {"comments": {"nodes": self.comments[start:start + 2],
                                          "pageInfo": {"hasNextPage": more, "endCursor": str(start + 2)}}}}
        return {}


class Answers(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        github = self.server
        github.tokens.add(self.headers["Authorization"])
        if github.refusal:
            status, answer = github.refusal
        elif self.path == "/graphql":
            status, answer = 200, {"data": github.graphql(body["query"], body["variables"])}
        else:
            github.reports.append((self.path, body))
            status, answer = 202, {"id": "1"}
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *arguments):
        pass


@unittest.skipUnless(shutil.which("git"), "git is not installed")
class ActionTest(GitTest):
    def run_action(self, step, **environment):
        return self.run_in(self.root, sys.executable, ROOT / "ci/action/run.py", step,
                           GRAPHMEND=program.GRAPHMEND, **environment)

    def test_summary_of_what_is_clean(self):
        self.write({"model.py": MODEL.replace("if x.sum() > 0", "if True").replace('print("positive")', "x = x + 1")})
        summary = self.root / "summary.md"
        self.assertEqual(self.run_action("check", GITHUB_STEP_SUMMARY=str(summary)).returncode, 0)
        self.assertIn("No graph break found in 1 file", summary.read_text())

    def test_check(self):
        self.write({"model.py": MODEL})
        summary, outputs = self.root / "summary.md", self.root / "outputs"
        done = self.run_action("check", GITHUB_STEP_SUMMARY=str(summary), GITHUB_OUTPUT=str(outputs),
                               INPUT_ARGS="--ignore 'GM201'", INPUT_PATHS="model.py")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^::warning title=graphmend \(GM101\),file=model.py,line=6,")
        self.assertEqual(outputs.read_text(), "exit-status=1\nfindings=1\n")
        self.assertIn("| GM101 | branch-on-tensor | 1 |", summary.read_text())
        self.assertEqual(len(json.loads((self.root / "graphmend.sarif").read_text())["runs"][0]["results"]), 1)
        self.assertEqual(self.run_action("check", INPUT_PATHS="nosuch").returncode, 2)

    def test_compare(self):
        self.git(self.root, "init")
        self.write({"model.py": MODEL})
        self.git(self.root, "add", ".")
        self.git(self.root, "commit", "--message=one")
        base = self.git(self.root, "rev-parse", "HEAD").strip()
        self.write({"model.py": "\n" + MODEL.replace('print("positive")', "x.item()")})
        done = self.run_action("compare", BASE=base)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("**2 → 2**", done.stdout)
        self.assertIn("| GM106 | host-read | 0 | 1 |", done.stdout)
        self.assertIn("| GM201 | print-in-graph | 1 | 0 |", done.stdout)
        self.assertRegex(done.stdout, r"New \(1\):\n\n- `model.py:8` GM106 .*\n\nGone: 1")
        self.assertEqual(len(self.git(self.root, "worktree", "list").splitlines()), 1)

    def test_compare_where_the_baseline_is_new(self):
        """A baseline hides what is known; what the pull request itself adds shows all the same."""
        self.git(self.root, "init")
        self.write({"model.py": MODEL})
        self.git(self.root, "add", ".")
        self.git(self.root, "commit", "--message=one")
        base = self.git(self.root, "rev-parse", "HEAD").strip()
        self.run_program("check", "--update-baseline")
        self.assertTrue((self.root / "graphmend-baseline.json").exists())
        self.write({"more/other.py": MODEL.replace('print("positive")', "x.item()")})
        options = {"INPUT_ARGS": "--baseline graphmend-baseline.json"}
        self.assertEqual(self.run_action("check", **options).returncode, 0)
        done = self.run_action("compare", BASE=base, **options)
        self.assertEqual((done.returncode, done.stderr.count("::")), (0, 0), done.stderr)
        self.assertIn("**2 → 4**", done.stdout)
        self.assertIn("New (2)", done.stdout)
        # A folder that the base does not have.
        done = self.run_action("compare", BASE=base, INPUT_PATHS="more", **options)
        self.assertIn("**0 → 2**", done.stdout)
        # Settings of the base that its own program refuses are told in one line, and nothing is compared.
        done = self.run_action("compare", BASE="0" * 40, **options)
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertEqual(done.stderr.count("::notice title=graphmend::the base of the pull request could not be compared"), 1)

    def test_what_is_checked_may_hold_anything(self):
        self.git(self.root, "init")
        self.git(self.root, "commit", "--allow-empty", "--message=one")
        base = self.git(self.root, "rev-parse", "HEAD").strip()
        self.write({"[l](http:evil) <img src=x> @you.py": MODEL, "::error::x.py": MODEL, "##[error]y.py": MODEL})
        done = self.run_action("compare", BASE=base)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("- `[l](http:evil) <img src=x> @you.py:6` GM101", done.stdout)
        self.assertNotIn("##[", done.stdout)
        # The report is not written where a link of the tree leads.
        victim = self.root.parent / f"{self.root.name}-victim"
        victim.write_text("mine")
        self.addCleanup(victim.unlink)
        (self.root / "graphmend.sarif").symlink_to(victim)
        done = self.run_action("check")
        self.assertEqual(done.returncode, 2)
        self.assertIn("it is a link", done.stderr)
        self.assertEqual(victim.read_text(), "mine")

    def test_action_file(self):
        text = (ROOT / "action.yml").read_text()
        # No input is pasted into a script, where it would be run; and nobody else's action is called.
        self.assertNotIn("uses:", text)
        for script in re.findall(r"run: \|\n((?: {8}.*\n)+)|run: (.*)", text):
            self.assertNotIn("${{", "".join(script))
        try:
            import yaml
        except ImportError:
            self.skipTest("PyYAML is not installed")
        action = yaml.safe_load(text)
        self.assertEqual(action["runs"]["using"], "composite")
        used = set(re.findall(r"inputs\.([\w-]+)", text))
        self.assertEqual(used, set(action["inputs"]))
        for step in action["runs"]["steps"]:
            if "run" not in step:
                continue
            self.assertEqual(step["shell"], "bash")
            done = subprocess.run(["bash", "-n"], input=step["run"], text=True, capture_output=True)
            self.assertEqual(done.stderr, "")
            for script in re.findall(r"\$SOURCE/(\S+?)\"", step["run"]):
                self.assertTrue((ROOT / script).is_file(), script)


class GitHubTest(GitTest):
    """What is asked of GitHub, and one line where it refuses."""

    REFUSALS = [
        (403, "Resource not accessible by integration", "a fork's pull request"),
        (403, "Advanced Security must be enabled for this repository to use code scanning.", "code scanning is off"),
        (404, "Not Found", "HTTP 404: Not Found"),
        (503, "Unavailable", "HTTP 503"),
    ]

    def serve(self, **options):
        github = GitHub(**options)
        self.addCleanup(github.server_close)
        self.addCleanup(github.shutdown)
        return github

    def run_step(self, step, github, stdin="", **environment):
        return subprocess.run(
            [sys.executable, ROOT / "ci/action/run.py", step], cwd=self.root, input=stdin, capture_output=True, text=True,
            env={**os.environ, **github.environment(), **environment})

    def test_upload(self):
        self.write({"model.py": MODEL})
        self.run_program("check", "-o", "sarif:graphmend.sarif")
        github = self.serve()
        done = self.run_step("upload", github)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        ((path, body),) = github.reports
        self.assertEqual(path, "/repos/some/project/code-scanning/sarifs")
        self.assertEqual((body["commit_sha"], body["ref"]), ("a" * 40, "refs/pull/7/merge"))
        self.assertEqual(gzip.decompress(base64.b64decode(body["sarif"])), (self.root / "graphmend.sarif").read_bytes())
        self.assertEqual(github.tokens, {"Bearer secret"})

    def test_refused_upload_is_one_line(self):
        self.write({"graphmend.sarif": "{}"})
        for status, message, said in self.REFUSALS:
            with self.subTest(message):
                done = self.run_step("upload", self.serve(refusal=(status, {"message": message})))
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                (line,) = done.stdout.splitlines()
                self.assertRegex(line, "^::notice title=graphmend::code scanning did not accept the report")
                self.assertIn(said, line)
        done = self.run_step("upload", self.serve(), GH_TOKEN="")
        self.assertIn("there is no token", done.stdout)
        done = self.run_step("upload", self.serve(), GITHUB_API_URL="http://127.0.0.1:1")
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (0, 1))

    def test_only_its_own_comment(self):
        mark = "<!-- comment of graphmend: ci/graphmend -->"
        others = [
            {"id": "C0", "body": "looks good", "viewerDidAuthor": False},
            {"id": "C1", "body": mark + "\ncopied", "viewerDidAuthor": False},
            {"id": "C2", "body": "of another workflow", "viewerDidAuthor": True},
        ]
        github = self.serve(comments=others)
        for text in ("**1 → 2**\n", "**1 → 1**\n"):  # first a new comment, then the same again
            done = self.run_step("comment", github, stdin=text)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
            self.assertEqual(github.comments[:3], others)
            (own,) = github.comments[3:]
            self.assertEqual(own["body"], f"{mark}\n{text}")

    def test_long_comments_are_cut(self):
        github = self.serve()
        self.run_step("comment", github, stdin="a line → of it\n" * 10_000)
        (own,) = github.comments
        self.assertLess(len(own["body"]), 65_536)
        self.assertRegex(own["body"], r"\n\n… and \d+ more lines\n$")

    def test_refused_comment_is_one_line(self):
        summary = self.root / "summary.md"
        github = self.serve(refusal=(200, {"errors": [{"message": "Resource not accessible by integration"}]}))
        done = self.run_step("comment", github, stdin="**1 → 2**", GITHUB_STEP_SUMMARY=str(summary))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        (line,) = done.stdout.splitlines()
        self.assertIn("the pull request got no comment (the token may not write this", line)
        self.assertIn("**1 → 2**", summary.read_text())

    def test_nothing_to_say(self):
        github = self.serve()
        self.assertEqual(self.run_step("comment", github, stdin="").returncode, 0)
        self.assertEqual(github.tokens, set())


class InstallTest(GitTest):
    def install(self, wheels, version=""):
        """The step's output, with nothing to be had but what is in the folder of wheels."""
        outputs = self.root / "outputs"
        done = self.run_in(
            self.root, sys.executable, ROOT / "ci/action/run.py", "install", INPUT_VERSION=version,
            RUNNER_TEMP=str(self.root), GITHUB_OUTPUT=str(outputs), PIP_NO_INDEX="1", PIP_FIND_LINKS=str(wheels), PIP_CONFIG_FILE=os.devnull)
        return done, outputs.read_text() if outputs.exists() else ""

    def test_its_own_release(self):
        import install
        make_wheel(self.root / "wheels", install.own_version())
        done, outputs = self.install(self.root / "wheels")
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        program_path = outputs.removeprefix("program=").strip()
        self.assertTrue(self.run_in(self.root, program_path, "--version").stdout.startswith("graphmend "))

    def test_release_that_is_not_there(self):
        done, outputs = self.install(self.root, version="99.0.0")
        self.assertEqual(outputs, "")
        self.assertIn("graphmend 99.0.0 could not be installed", done.stderr)
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    program.main()
