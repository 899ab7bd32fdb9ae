"""What a tree that nobody vouches for cannot do: SECURITY.md has the promises, and each is here."""
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import time
import unittest

import program
from program import MODEL, ProjectTest

WARNS = "import torch\nimport warnings\n\n\n@torch.compile\ndef f(x):\n    warnings.warn(\"a\")\n    return x\n"
IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


def snapshot(folder):
    """{path: what is there} of all below it, links not followed."""
    found = {}
    for at, folders, files in os.walk(folder):
        for name in folders + files:
            path = pathlib.Path(at, name)
            if path.is_symlink():
                found[path] = "link to " + os.readlink(path)
            elif path.is_file():
                found[path] = path.read_bytes()
            else:
                found[path] = stat.S_IFMT(os.lstat(path).st_mode)
    return found


class BoundaryTest(ProjectTest):
    """`self.tree` is what is checked; beside it lies what is none of its business."""

    def setUp(self):
        super().setUp()
        self.tree = self.root / "tree"
        self.outside = self.root / "outside"
        self.tree.mkdir()
        self.outside.mkdir()

    def run_program(self, *arguments, cwd=None, **options):
        return super().run_program(*arguments, cwd=cwd or self.tree, **options)

    def pipe(self, path):
        if not hasattr(os, "mkfifo"):
            self.skipTest("no pipes with names here")
        os.mkfifo(path)


class SettingsTest(BoundaryTest):
    def test_no_report_is_written_where_the_tree_says(self):
        self.write({"outside/.bashrc": "# mine\n", "tree/touch ${HOME}pwned;#.py": MODEL})
        for target in ("../outside/.bashrc", str(self.outside / ".bashrc"), "report.txt", "link"):
            for name, head in (("graphmend.toml", ""), ("pyproject.toml", "[tool.graphmend]\n")):
                with self.subTest(target=target, name=name):
                    path = self.tree / name
                    path.write_text(f'{head}output-format = ["full", "pylint:{target}"]\n')
                    before = snapshot(self.root)
                    said = self.refused("check")
                    self.assertIn(f"{name}:{2 if head else 1}:1: `output-format` names a file to write to", said)
                    self.assertEqual(snapshot(self.root), before)
                    path.unlink()

    def test_paths_stay_below_the_file_that_names_them(self):
        self.write({"outside/b.json": "{}", "outside/stubs/x.pyi": "", "tree/model.py": MODEL,
                    "outside/env/lib/python3.12/site-packages/x.py": ""})
        (self.tree / "link").symlink_to(self.outside)
        (self.tree / "nowhere").symlink_to(self.outside / "new")
        texts = {"baseline": '"{}/b.json"', "cache-dir": '"{}/c"', "stubs": '["{}/stubs"]', "python": '"{}/env"'}
        for key, text in texts.items():
            for start in ("../outside", str(self.outside), "link", "link/../link", "a/../../outside", "nowhere"):
                with self.subTest(key=key, start=start):
                    (self.tree / "graphmend.toml").write_text(f"{key} = {text.format(start)}\n")
                    before = snapshot(self.root)
                    for command in (["check"], ["check", "--fix"], ["check", "--update-baseline"], ["config"]):
                        said = self.refused(*command)
                        self.assertIn("graphmend.toml:1:1", said)
                        self.assertIn("leads out of the folder of this file", said)
                    self.assertEqual(snapshot(self.root), before)

    def test_paths_below_are_fine(self):
        self.write({"tree/model.py": MODEL, "tree/stubs/own.pyi": "",
                    "tree/graphmend.toml": 'baseline = "known/b.json"\ncache-dir = "c"\nstubs = ["stubs"]\n'})
        (self.tree / "known").mkdir()
        self.assertEqual(self.run_program("check", "--update-baseline").returncode, 0)
        self.assertTrue((self.tree / "known/b.json").exists())
        self.assertEqual(self.codes(), [])

    def test_the_command_line_says_what_it_likes(self):
        self.write({"tree/model.py": MODEL})
        baseline = self.outside / "b.json"
        self.assertEqual(self.run_program("check", "--update-baseline", "--baseline", baseline).returncode, 0)
        self.assertEqual(self.codes("--baseline", baseline, "--cache-dir", self.outside / "c"), [])
        self.assertTrue((self.outside / "c").is_dir())

    def test_settings_that_are_no_file(self):
        self.write({"tree/model.py": MODEL, "outside/s.toml": 'ignore = ["ALL"]\n'})
        for name in ("graphmend.toml", "pyproject.toml"):
            path = self.tree / name
            path.mkdir()
            self.assertIn(f"{name}: is a directory", self.refused("check"))
            path.rmdir()
            path.symlink_to("../outside/s.toml")
            self.assertIn(f"{name}: is a link that leads out of its folder", self.refused("check"))
            path.unlink()
            self.pipe(path)
            self.assertIn(f"{name}: is a pipe, not a file", self.refused("check"))
            path.unlink()
        (self.tree / "graphmend.toml").write_text("# " + "x" * (5 << 20))
        self.assertIn("graphmend.toml: is larger than 4 MiB", self.refused("check"))


class LinkTest(BoundaryTest):
    def test_links_that_lead_out_are_not_followed(self):
        self.write({"outside/model.py": WARNS, "outside/d/other.py": WARNS, "tree/own.py": WARNS})
        (self.tree / "model.py").symlink_to("../outside/model.py")
        (self.tree / "d").symlink_to(self.outside / "d")
        (self.tree / "everything").symlink_to("/")
        (self.tree / "inner.py").symlink_to("own.py")
        before = snapshot(self.outside)
        done = self.run_program("check", "--fix", "-o", "concise")
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("model.py", "d", "everything"):
            self.assertEqual(done.stderr.count(f"warning: {name}: is a link that leads out"), 1, done.stderr)
        self.assertNotIn("inner.py", done.stderr)
        self.assertEqual(snapshot(self.outside), before)
        self.assertIn("graphmend.runtime.warn", (self.tree / "own.py").read_text())
        self.assertTrue((self.tree / "inner.py").is_symlink())

    def test_a_link_that_is_named_is_read_and_not_written_through(self):
        self.write({"outside/model.py": WARNS})
        (self.tree / "model.py").symlink_to("../outside/model.py")
        self.assertEqual(len(self.check("model.py")), 1)
        before = snapshot(self.root)
        done = self.run_program("check", "--fix", "-o", "concise", "model.py")
        self.assertEqual(done.returncode, 2)
        self.assertIn("its fixes cannot be written: it is a link", done.stderr)
        self.assertIn("Nothing was fixed", done.stderr)
        self.assertIn("model.py:7:5: GM2", done.stdout)
        self.assertEqual(snapshot(self.root), before)
        done = self.run_program("check", "--add-ignore", "--unsafe-fixes", "model.py")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(snapshot(self.root), before)

    def test_reports_are_not_written_through_links(self):
        self.write({"outside/.bashrc": "# mine\n", "tree/model.py": MODEL})
        (self.tree / "graphmend.sarif").symlink_to("../outside/.bashrc")
        (self.tree / "graphmend-baseline.json").symlink_to("../outside/.bashrc")
        (self.tree / "new.sarif").symlink_to("../outside/new")
        (self.tree / "reports").symlink_to("../outside")
        before = snapshot(self.root)
        for words in (["-o", "sarif:graphmend.sarif"], ["-o", "sarif:new.sarif"], ["-o", "sarif:reports/x.sarif"],
                      ["--update-baseline"], ["--fix", "--diff", "--unsafe-fixes", "-o", "graphmend.sarif"]):
            done = self.run_program("check", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertEqual(snapshot(self.root), before, words)
        self.assertIn("it is a link", self.run_program("check", "-o", "sarif:graphmend.sarif").stderr)
        # A stream of the system's own is a link, too.
        if os.path.exists("/dev/stdout"):
            self.assertIn("GM101", self.run_program("check", "-o", "concise:/dev/stdout").stdout)


class ReadingTest(BoundaryTest):
    def setUp(self):
        super().setUp()
        self.write({"tree/model.py": MODEL})

    def test_ignore_files_that_are_none(self):
        (self.tree / ".git/info").mkdir(parents=True)
        self.write({"outside/patterns": "*.py\n"})
        for name in (".gitignore", ".git/info/exclude"):
            path = self.tree / name
            for make, why in ((self.pipe, "is a pipe, not a file"), (pathlib.Path.mkdir, "is a directory"),
                              (lambda path: path.symlink_to(self.outside / "patterns"), "is a link")):
                make(path)
                done = self.run_program("check", "-o", "concise")
                self.assertEqual(done.returncode, 1)
                self.assertIn(f"warning: {name}: {why}", done.stderr)
                self.assertIn("GM101", done.stdout)
                path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()

    def test_what_is_named_and_no_file(self):
        self.pipe(self.tree / "pipe.py")
        os.mkdir(self.tree / "d.json")
        for words, why in (
            (["pipe.py"], "pipe.py: neither a file nor a directory"),
            (["/dev/zero"], "/dev/zero: neither a file nor a directory"),
            (["--baseline", "pipe.py"], "pipe.py: is a pipe, not a file"),
            (["--baseline", "/dev/zero"], "/dev/zero: is a device, not a file"),
            (["--baseline", "d.json"], "d.json: is a directory"),
            (["--config", "pipe.py"], "pipe.py: is a pipe, not a file"),
            (["@pipe.py"], "which is a pipe, not a file"),
            (["-o", "json:pipe.py"], "it is a pipe that nobody reads"),
            (["--stubs", "pipe.py"], "pipe.py: cannot be read"),
        ):
            with self.subTest(words=words):
                done = self.run_program("check", *words)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(why, done.stderr)
        # One that is only met while walking is no file.
        self.assertEqual(self.run_program("check").returncode, 1)

    def test_stubs_that_lead_out(self):
        self.write({"outside/x.pyi": "x: int\n"})
        (self.tree / "stubs").mkdir()
        (self.tree / "stubs/own.pyi").symlink_to(self.outside / "x.pyi")
        (self.tree / "graphmend.toml").write_text('stubs = ["stubs"]\n')
        done = self.run_program("check")
        self.assertEqual(done.returncode, 2)
        self.assertIn("stubs/own.pyi: is a link that leads out of", done.stderr)


@unittest.skipUnless(shutil.which("git"), "git is not installed")
class GitTest(BoundaryTest):
    """A tree that comes with a `.git` of its own, which nobody vouches for either."""

    def git(self, *arguments, cwd=None):
        environment = {
            **os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
        }
        return subprocess.run(["git", *arguments], cwd=cwd or self.tree, check=True, capture_output=True, env=environment)

    def setUp(self):
        super().setUp()
        self.write({"tree/a.py": MODEL})
        self.git("init", "--initial-branch=main")
        self.git("add", ".")
        self.git("commit", "--message=one")
        self.write({"tree/a.py": MODEL.replace("        return x", "        print('new')\n        return x")})

    def lines(self, *arguments, **options):
        return [(f["path"], f["location"]["line"]) for f in self.check(*arguments, **options)]

    def test_nothing_that_the_tree_configures_is_run(self):
        ran, tool = self.outside / "ran", self.outside / "tool"
        tool.write_text(f"#!/bin/sh\necho \"$0 $*\" >> {ran}\ncat\n")
        tool.chmod(0o755)
        hooks = self.tree / ".git/evil"
        hooks.mkdir()
        for name in ("post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout", "pre-commit"):
            shutil.copy(tool, hooks / name)
            shutil.copy(tool, self.tree / ".git/hooks" / name)
        for key, value in (
            ("core.fsmonitor", tool), ("core.fsmonitorHookVersion", "2"), ("core.hooksPath", hooks), ("core.pager", tool),
            ("pager.diff", tool), ("pager.show", tool), ("core.sshCommand", tool), ("core.gitProxy", tool),
            ("core.alternateRefsCommand", tool), ("core.editor", tool), ("core.askPass", tool), ("diff.external", tool),
            ("filter.x.clean", tool), ("filter.x.smudge", tool), ("filter.x.required", "true"), ("filter.y.process", tool),
            ("diff.x.textconv", tool), ("diff.x.command", tool), ("merge.x.driver", tool), ("gpg.program", tool),
            ("credential.helper", tool), ("uploadpack.packObjectsHook", tool), ("alias.ls-tree", f"!{tool}"),
            ("extensions.partialClone", "evil"), ("remote.evil.url", f"ext::{tool}"), ("remote.evil.promisor", "true"),
            ("remote.evil.partialCloneFilter", "blob:none"), ("protocol.ext.allow", "always"),
        ):
            self.git("config", key, str(value))
        self.git("config", "core.repositoryFormatVersion", "1")
        for attributes in (self.tree / ".gitattributes", self.tree / ".git/info/attributes"):
            attributes.parent.mkdir(exist_ok=True)
            attributes.write_text("*.py filter=x diff=x merge=x\n*.pyi filter=y\n* filter=x\n")
        stale = self.tree / ".git/index"
        for words in (["--changed"], ["--since", "HEAD"], ["--since", "main"]):
            os.utime(self.tree / "a.py")
            self.assertEqual(self.lines(*words, "."), [("a.py", 8)])
        self.assertEqual(self.lines("--staged"), [])
        self.assertTrue(stale.exists())
        self.assertFalse(ran.exists(), ran.read_text() if ran.exists() else "")
        # Also where an object is missing, which a partial clone would fetch.
        blob = self.git("rev-parse", "HEAD:a.py").stdout.decode().strip()
        (self.tree / ".git/objects" / blob[:2] / blob[2:]).unlink()
        ran.unlink(missing_ok=True)
        self.assertIn("git does not have its earlier text", self.refused("check", "--changed"))
        self.assertFalse(ran.exists(), ran.read_text() if ran.exists() else "")

    def test_attributes_and_files_that_are_none(self):
        self.pipe(self.tree / ".gitattributes")
        self.assertEqual(self.lines("--changed"), [("a.py", 8)])
        self.assertEqual(self.lines("--staged"), [])

    def test_the_working_tree_is_where_it_is(self):
        self.write({"outside/a.py": MODEL.replace("print", "abs")})
        self.git("config", "core.worktree", str(self.outside))
        self.assertEqual(self.lines("--changed"), [("a.py", 8)])

    def test_line_ends(self):
        self.git("config", "core.autocrlf", "true")
        text = (self.tree / "a.py").read_bytes().replace(b"\n", b"\r\n")
        (self.tree / "a.py").write_bytes(text)
        self.assertEqual(self.lines("--changed"), [("a.py", 8)])

    def test_subfolders_worktrees_and_hooks(self):
        (self.tree / "sub").mkdir()
        self.assertEqual([line for _, line in self.lines("--changed", "..", cwd=self.tree / "sub")], [8])
        self.git("worktree", "add", "--detach", str(self.root / "other"))
        self.assertEqual(self.lines("--changed", cwd=self.root / "other"), [])
        (self.root / "other/a.py").write_text((self.tree / "a.py").read_text())
        self.assertEqual(self.lines("--changed", cwd=self.root / "other"), [("a.py", 8)])
        # A commit of some files only has an index of its own.
        shutil.copy(self.tree / ".git/index", self.tree / ".git/next-index")
        environment = {"GIT_DIR": ".git", "GIT_INDEX_FILE": ".git/next-index"}
        self.assertEqual(self.lines("--staged", environment=environment), [])
        subprocess.run(["git", "add", "a.py"], cwd=self.tree, check=True, env={**os.environ, **environment})
        self.assertEqual(self.lines("--staged", environment=environment), [("a.py", 8)])
        self.assertEqual(self.lines("--staged"), [])


class CacheTest(BoundaryTest):
    def setUp(self):
        super().setUp()
        self.cache = self.root / "cache"
        self.write({"tree/model.py": MODEL})

    def keep(self, *arguments):
        done = self.run_program("check", "-o", "concise", *arguments, environment={"GRAPHMEND_CACHE_DIR": str(self.cache)})
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        return sorted(self.cache.glob("*.record")) if self.cache.is_dir() else []

    def test_it_is_private(self):
        (record,) = self.keep()
        self.assertEqual(stat.S_IMODE(self.cache.stat().st_mode), 0o700)
        self.assertEqual(stat.S_IMODE(record.stat().st_mode), 0o600)
        self.assertTrue(record.read_bytes().startswith(b"\x89graphmend record "))

    def test_what_others_may_write_is_not_used(self):
        self.cache.mkdir()
        self.cache.chmod(0o777)
        self.assertEqual(self.keep(), [])

    @unittest.skipUnless(IS_ROOT, "only root can give files away")
    def test_what_belongs_to_others_is_not_used(self):
        (record,) = self.keep()
        stamp = record.stat().st_mtime_ns
        os.chown(record, 1, 1)
        os.utime(record, ns=(0, 0))
        self.keep()
        self.assertNotEqual(record.stat().st_uid, 1)  # written anew
        os.chown(self.cache, 1, 1)
        record.unlink()
        self.assertEqual(self.keep(), [])
        self.assertTrue(stamp)

    def test_records_that_are_no_files(self):
        (record,) = self.keep()
        for make in (pathlib.Path.mkdir, self.pipe, lambda path: path.symlink_to("/dev/zero")):
            record.unlink() if record.is_file() or record.is_symlink() or record.is_fifo() else record.rmdir()
            make(record)
            self.keep()

    def test_nothing_of_others_is_deleted(self):
        self.cache.mkdir(mode=0o700)
        mine = [self.cache / name for name in ("music.record", "0123456789abcdef.record", ".graphmend-0.tmp", "notes")]
        for path in mine:
            path.touch()
            os.truncate(path, 70 << 20)
            os.utime(path, (0, 0))
        left_behind = self.cache / ".graphmend-0123456789abcdef.tmp"
        left_behind.write_text("half")
        os.utime(left_behind, (0, 0))
        fresh = self.cache / ".graphmend-fedcba9876543210.tmp"
        fresh.write_text("half")
        old = self.cache / "ffffffffffffffff.record"
        old.write_bytes(b"\x89graphmend record 1\r\n")
        os.truncate(old, 70 << 20)
        os.utime(old, (0, 0))
        self.keep()
        for path in (*mine, fresh):
            self.assertTrue(path.exists(), path)
        self.assertFalse(left_behind.exists())
        self.assertFalse(old.exists())
        self.assertFalse((self.cache / "CACHEDIR.TAG").exists())  # it may hold what is to be backed up


class WritingTest(BoundaryTest):
    def fix(self, *arguments, code=0, **options):
        done = self.run_program("check", "--fix", "-o", "concise", *arguments, **options)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def test_modes_stay_and_setuid_goes(self):
        for mode, want in ((0o640, 0o640), (0o4755, 0o755), (0o6711, 0o711), (0o600, 0o600)):
            self.write({"tree/a.py": WARNS})
            (self.tree / "a.py").chmod(mode)
            self.fix()
            self.assertEqual(stat.S_IMODE((self.tree / "a.py").stat().st_mode), want)

    @unittest.skipUnless(IS_ROOT, "only root can give files away")
    def test_owner_and_group_stay(self):
        self.write({"tree/a.py": WARNS})
        os.chown(self.tree / "a.py", 1234, 4321)
        self.fix()
        found = (self.tree / "a.py").stat()
        self.assertEqual((found.st_uid, found.st_gid), (1234, 4321))
        self.assertIn("runtime", (self.tree / "a.py").read_text())

    @unittest.skipUnless(IS_ROOT, "only root can become others")
    def test_a_file_that_would_change_hands_is_left(self):
        self.write({"tree/a.py": WARNS})
        os.chown(self.tree / "a.py", 1234, 4321)
        own = self.root / "graphmend"  # where others may get at it
        shutil.copy(program.GRAPHMEND, own)
        for folder in (self.root, self.tree):
            folder.chmod(0o777)
        before = snapshot(self.tree)
        done = subprocess.run([own, "check", "--fix", "-o", "concise", "--no-cache"], cwd=self.tree,
                              capture_output=True, text=True, user=4567, group=4567, extra_groups=[])
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("it would no longer belong to its owner and group", done.stderr)
        self.assertEqual(snapshot(self.tree), before)

    def test_hard_links_are_left(self):
        self.write({"tree/a.py": WARNS})
        os.link(self.tree / "a.py", self.tree / "twin.txt")
        before = snapshot(self.tree)
        done = self.fix(code=2)
        self.assertIn("a.py: its fixes cannot be written: it has other names (hard links)", done.stderr)
        self.assertIn("Nothing was fixed", done.stderr)
        self.assertIn("a.py:7:5: GM2", done.stdout)
        self.assertEqual(snapshot(self.tree), before)

    def test_extended_attributes_stay(self):
        self.write({"tree/a.py": WARNS})
        try:
            os.setxattr(self.tree / "a.py", "user.note", b"\0value")
        except (AttributeError, OSError):
            self.skipTest("no extended attributes here")
        self.fix()
        self.assertEqual(os.getxattr(self.tree / "a.py", "user.note"), b"\0value")
        self.assertIn("runtime", (self.tree / "a.py").read_text())

    def test_only_what_was_written_counts_as_fixed(self):
        import resource
        self.write({"tree/a.py": WARNS, "tree/big.py": WARNS + "#" * 5000 + "\n"})
        before = (self.tree / "big.py").read_text()
        done = subprocess.run(
            [program.GRAPHMEND, "check", "--fix", "-o", "concise", "--no-cache"], cwd=self.tree, capture_output=True,
            text=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000)))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("Fixed 1 graph break in 1 file", done.stderr)
        self.assertIn("big.py: its fixes cannot be written: File too large", done.stderr)
        self.assertIn("big.py:7:5: GM2", done.stdout)
        self.assertNotIn("a.py:", done.stdout)
        self.assertEqual((self.tree / "big.py").read_text(), before)
        self.assertEqual(sorted(os.listdir(self.tree)), ["a.py", "big.py"])

    def test_a_long_name(self):
        name = "x" * 252 + ".py"
        self.write({"tree/" + name: WARNS})
        self.assertIn("Fixed 1 graph break", self.fix().stderr)
        self.assertIn("runtime", (self.tree / name).read_text())

    def test_nothing_is_written_to_a_file_with_a_syntax_error(self):
        for text in (WARNS + "def g(:\n", WARNS + "def h():\n\tx = 1\n        return x\n"):
            self.write({"tree/a.py": text})
            done = self.fix("--unsafe-fixes", code=1)
            self.assertIn("GM900", done.stdout)
            self.assertIn("Nothing was fixed", done.stderr)
            self.assertNotIn("fixable", done.stdout)
            self.assertEqual((self.tree / "a.py").read_text(), text)

    def test_a_process_that_is_killed_leaves_the_old_text_or_the_new(self):
        count = 150
        self.write({f"tree/m{i}.py": WARNS + "#" * 20000 + "\n" for i in range(count)})
        old = (self.tree / "m0.py").read_bytes()
        states = set()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL):
            process = subprocess.Popen([program.GRAPHMEND, "check", "--fix", "--no-cache"], cwd=self.tree,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(0.3)
            process.send_signal(number)
            process.wait()
            names = sorted(os.listdir(self.tree))
            self.assertEqual([name for name in names if not name.endswith(".py")], [])
            states |= {(self.tree / name).read_bytes() for name in names}
        self.fix()
        new = (self.tree / "m0.py").read_bytes()
        self.assertNotEqual(old, new)
        self.assertLessEqual(states, {old, new})


if __name__ == "__main__":
    program.main()
