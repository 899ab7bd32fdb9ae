#!/usr/bin/env python3
"""The command line as shells see it: completion, @FILE, the manual page: shell_test.py GRAPHMEND."""
import fcntl
import json
import os
import pathlib
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios
import time
import unittest

import program
from program import MODEL, ProjectTest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class ArgumentFileTest(ProjectTest):
    def test_argfile(self):
        self.write({"model.py": MODEL, "odd name.py": MODEL, "args": "--select\nGM201\n\nmodel.py\nodd name.py\n"})
        self.assertEqual(self.codes("@args"), ["GM201", "GM201"])
        self.assertEqual(self.codes("--ignore", "GM201", "@args"), [])
        self.assertIn("@nosuch: cannot read arguments", self.refused("check", "@nosuch"))
        self.write({"@odd.py": MODEL})
        self.assertEqual(len(self.codes("./@odd.py")), 2)
        self.assertEqual(len(self.codes("--", "@odd.py")), 2)


class CompletionTest(ProjectTest):
    def completed(self, *words):
        """What bash offers for the last word."""
        self.write({"graphmend.bash": self.run_program("completion", "bash").stdout})
        line = " ".join(f"'{word}'" for word in ("graphmend", *words))
        script = (f"source graphmend.bash; COMP_WORDS=({line}); COMP_CWORD={len(words)}; "
                  "_graphmend; printf '%s\\n' \"${COMPREPLY[@]}\"")
        done = subprocess.run(["bash", "-c", script], cwd=self.root, capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_bash(self):
        self.assertEqual(self.completed("ch"), ["check"])
        self.assertIn("server", self.completed(""))
        self.assertEqual(self.completed("check", "--min-sev"), ["--min-severity"])
        self.assertEqual(self.completed("check", "--min-severity", ""), ["note", "warning", "error"])
        self.assertEqual(self.completed("check", "--select", "print"), ["print-in-graph"])
        self.assertEqual(self.completed("check", "--select", "=", "GM10")[:2], ["GM101", "GM102"])
        self.assertEqual(self.completed("explain", "branch"), ["branch-on-tensor"])
        self.assertEqual(self.completed("explain", "keep-m"), ["keep-mask"])
        self.write({"model.py": MODEL})
        self.assertEqual(self.completed("check", "mod"), ["model.py"])

    def test_every_option_is_in_every_script(self):
        scripts = [self.run_program("completion", shell).stdout for shell in ("bash", "zsh", "fish")]
        for command in ("check", "entries", "config", "why", "server"):
            options = re.findall(r"--([a-z-]+)", self.run_program(command, "--help").stdout)
            for option in options:
                for script in scripts:
                    self.assertRegex(script, rf"(--|-l ){option}\b", option)

    def test_the_shells_take_them(self):
        for shell, arguments in (("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"])):
            if not shutil.which(shell):
                continue
            self.write({f"script.{shell}": self.run_program("completion", shell).stdout})
            done = subprocess.run([shell, *arguments, f"script.{shell}"], cwd=self.root, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), shell)

    def test_unknown_shell(self):
        self.assertIn("did you mean `fish`?", self.refused("completion", "fihs"))


class VersionTest(ProjectTest):
    def test_commit(self):
        """The release, and the commit where git or an sdist tells it."""
        own = subprocess.run([sys.executable, ROOT / "ci/commit.py"], capture_output=True, text=True, check=True).stdout.strip()
        shown = self.run_program("--version").stdout
        commit = r" \([0-9a-f]{7,}(-dirty)? \d{4}-\d{2}-\d{2}\)" if own else ""
        self.assertRegex(shown, rf"^graphmend \d+\.\d+\.\d+{commit}\n$")
        self.assertEqual(self.run_program("-V").stdout, shown)


class TerminalTest(ProjectTest):
    def test_exit_codes(self):
        self.write({"model.py": MODEL, "clean.py": "import torch\n\n@torch.compile\ndef f(x):\n    return x\n"})
        status = lambda *arguments: self.run_program("check", *arguments).returncode
        self.assertEqual(status("clean.py"), 0)
        self.assertEqual(status("model.py"), 1)
        self.assertEqual(status("--exit-zero", "model.py"), 0)
        self.assertEqual(status("nosuch.py"), 2)
        self.assertEqual(status("--slect", "GM1"), 2)

    def test_frame_and_help(self):
        self.write({"model.py": MODEL})
        text = self.run_program("check", "--select", "GM101").stdout
        self.assertIn("6 |         if x.sum() > 0:\n  |            ^^^^^^^^^^^ needs a Python bool, but this is a tensor\n", text)
        self.assertIn("= help: ", text)

    def test_width(self):
        self.write({"model.py": MODEL})
        self.assertIn("\n  = help: compute both sides and choose with `torch.where(x.sum() > 0, a, b)`, or pass both to\n"
                      "      `torch.cond` as functions\n", self.run_program("check").stdout)
        terminal, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
        process = subprocess.Popen([program.GRAPHMEND, "check", "--color", "never", "--select", "GM101"], cwd=self.root,
                                   stdout=other, stderr=subprocess.DEVNULL, env={**os.environ, "CI": "1"})
        os.close(other)
        lines = self.read_all(terminal).decode().replace("\r", "").splitlines()
        process.wait()
        self.assertIn("  = help: compute both sides and choose with", lines)
        self.assertEqual([line for line in lines if len(line) > 60 and "https://" not in line], [])

    def test_colour(self):
        self.write({"model.py": MODEL})
        colored = lambda *arguments, **environment: "\x1b[" in self.run_program(
            "check", *arguments, environment={"NO_COLOR": "", "TERM": "xterm", **environment}).stdout
        self.assertFalse(colored())
        self.assertTrue(colored("--color", "always"))
        self.assertTrue(colored(FORCE_COLOR="1"))
        self.assertFalse(colored(FORCE_COLOR="1", NO_COLOR="1"))
        self.assertFalse(colored("--color", "never", FORCE_COLOR="1"))
        # A report in a file is plain.
        self.run_program("check", "-o", "full:out.txt", environment={"NO_COLOR": "", "FORCE_COLOR": "1"})
        self.assertNotIn("\x1b", (self.root / "out.txt").read_text())

    def test_hyperlinks(self):
        self.write({"model.py": MODEL})
        link = "\x1b]8;;https://"
        self.assertNotIn(link, self.run_program("check").stdout)
        self.assertIn(link, self.run_program("check", environment={"FORCE_HYPERLINK": "1"}).stdout)

    @staticmethod
    def read_all(terminal):
        said = b""
        try:
            while piece := os.read(terminal, 65536):
                said += piece
        except OSError:  # the other side has gone
            pass
        os.close(terminal)
        return said

    def on_terminal(self, *arguments):
        """What a run writes to a terminal, and how many seconds it takes."""
        terminal, other = pty.openpty()
        start = time.monotonic()
        process = subprocess.Popen([program.GRAPHMEND, "check", *arguments], cwd=self.root,
                                   stdout=subprocess.DEVNULL, stderr=other)
        os.close(other)
        said = self.read_all(terminal)
        process.wait()
        return said.decode(), time.monotonic() - start

    def test_progress(self):
        step = "@torch.compile\ndef step_{}(x):\n" + "    y = x + 1\n    print(x)\n" * 50 + "    return x\n"
        self.write({"model.py": MODEL})
        said, seconds = self.on_terminal("-j", "1")
        # Little is not worth telling of, unless the machine is busy with something else.
        self.assertTrue(said == "" or seconds > 1, said)
        count = 100
        while True:
            text = "import torch\n" + "".join(map(step.format, range(20)))
            self.write({f"many_{i}.py": text for i in range(count)})
            said, seconds = self.on_terminal("-j", "1", "many_0.py", ".")
            # So long that what comes behind the analysis cannot be the most of it.
            if seconds > 2.5:
                break
            count *= 2
        self.assertRegex(said, r"\rgraphmend: \d+ of \d+ parts analysed\x1b\[K")
        self.assertTrue(said.endswith("\r\x1b[K"), said[-50:])

    def test_explain(self):
        for asked in ("GM101", "branch-on-tensor", "gm101"):
            self.assertIn("# GM101 branch-on-tensor", self.run_program("explain", asked).stdout)
        self.assertIn("GM101", self.run_program("explain", "GB0170").stdout)
        self.assertIn("reported this id since 2.8", self.run_program("explain", "GB0170").stdout)
        self.assertIn("- Break only before 2.11: `contextlib.ExitStack`", self.run_program("explain", "GM501").stdout)
        self.assertIn("did you mean", self.refused("explain", "branch-on-tensr"))

    def test_fixes(self):
        listed = self.run_program("fixes").stdout
        self.assertRegex(listed, r"(?m)^keep-mask +unsafe +keep a mask that is dropped")
        self.assertRegex(listed, r"(?m)^merge-branch +safe or unsafe +run both sides")
        found = json.loads(self.run_program("fixes", "--output-format", "json").stdout)["fixes"]
        self.assertEqual([fix["name"] for fix in found], [line.split()[0] for line in listed.splitlines()])
        kept = next(fix for fix in found if fix["name"] == "keep-mask")
        self.assertEqual((kept["promise"], kept["rules"]), ("unsafe", ["GM101", "GM103", "GM108"]))
        self.assertTrue(kept["documentation"].startswith("## What it does"))

    def test_explain_a_fix(self):
        for asked in ("keep-mask", "keep_mask"):
            said = self.run_program("explain", asked).stdout
            self.assertTrue(said.startswith("# keep-mask\n\nKeep a mask"), said)
            self.assertIn("- Promise: unsafe; applied by `--fix --unsafe-fixes`\n", said)
        self.assertIn("applied by `--fix --outline`", self.run_program("explain", "outline-region").stdout)
        self.assertIn("did you mean", self.refused("explain", "keep-msk"))


class ManualTest(ProjectTest):
    def test_manual(self):
        page = self.run_program("manual").stdout
        self.assertTrue(page.startswith(".TH GRAPHMEND 1"))
        for option in re.findall(r"--([a-z-]+)", self.run_program("check", "--help").stdout):
            self.assertIn(r"\-\-" + option.replace("-", r"\-"), page)
        if not shutil.which("groff"):
            raise unittest.SkipTest("groff is not installed")
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    program.main()
