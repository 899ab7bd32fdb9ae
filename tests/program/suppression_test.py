#!/usr/bin/env python3
"""Comments that suppress findings: suppression_test.py GRAPHMEND."""
import json

import program
from program import MODEL, ProjectTest


class SuppressionTest(ProjectTest):
    def model(self, **comments):
        """MODEL with comments behind its lines (`if_`, `print_`), before them (`above`), on top (`top`)."""
        text = MODEL.replace("> 0:", "> 0:" + comments.get("if_", ""))
        text = text.replace('("positive")', '("positive")' + comments.get("print_", ""))
        if "above" in comments:
            text = text.replace("        if x", f"        {comments['above']}\n        if x")
        self.write({"model.py": comments.get("top", "") + text})

    def test_inline_suppress_with_codes(self):
        for comment in ("ignore[GM101]", "ignore[branch-on-tensor] known", "ignore[GM1]", "ignore"):
            self.model(if_=f"  # graphmend: {comment}")
            self.assertEqual(self.codes(), ["GM201"], comment)
        self.model(if_="  # type: ignore  # graphmend: ignore[GM101] both")
        self.assertEqual(self.codes(), ["GM201"])

    def test_alone_means_the_next_line(self):
        self.model(above="# graphmend: ignore[GM101] known")
        self.assertEqual(self.codes(), ["GM201"])
        self.model(above="# graphmend: ignore[GM101]\n\n        # another comment")
        self.assertEqual(self.codes(), ["GM201"])

    def test_statement_over_several_lines(self):
        self.write({"model.py": MODEL.replace("if x.sum() > 0:", "if (\n            x.sum()\n            > 0\n        ):  # graphmend: ignore[GM101]")})
        self.assertEqual(self.codes(), ["GM201"])

    def test_file_level(self):
        self.model(top="# graphmend: ignore-file[GM2] a script\n")
        self.assertEqual(self.codes(), ["GM101"])
        self.model(top="# graphmend: ignore-file\n")
        self.assertEqual(self.codes(), [])

    def test_block_level(self):
        self.model(above="# graphmend: disable[GM1, GM2]")
        self.assertEqual(self.codes(), [])
        # The block of the comment ends with the function; `enable` ends it before.
        self.write({"model.py": MODEL + MODEL.replace("Model", "Other").replace("        if x", "        # graphmend: disable\n        if x")})
        self.assertEqual([(f["code"], f["location"]["line"]) for f in self.check()], [("GM101", 6), ("GM201", 7)])
        self.write({"model.py": MODEL.replace("        if x", "        # graphmend: disable[GM1]\n        if x").replace(
            "            print", "            # graphmend: enable[GM1]\n            print")})
        self.assertEqual(self.codes(), ["GM201"])

    def test_noqa(self):
        self.model(if_="  # noqa: E501, GM101")
        self.assertEqual(self.codes(), ["GM201"])
        self.model(if_="  # NOQA")
        self.assertEqual(self.codes(), ["GM201"])
        self.model(if_="  # noqa: E501")
        self.assertEqual(self.codes(), ["GM101", "GM201"])

    def test_not_in_strings(self):
        self.write({"model.py": MODEL.replace('"positive"', '"# graphmend: ignore-file"')})
        self.assertEqual(self.codes(), ["GM101", "GM201"])

    def test_unused(self):
        self.model(if_="  # graphmend: ignore[GM101, GM106] reason")
        (unused, printed) = self.check()
        self.assertEqual((unused["code"], printed["code"]), ("GM901", "GM201"))
        self.assertIn("GM106", unused["message"])
        # Nothing is known of rules that were not looked for.
        self.assertEqual(self.codes("--select", "GM101,GM9"), [])
        self.assertEqual(self.codes("--ignore", "GM9"), ["GM201"])
        self.model(if_="  # graphmend: ignore[GM101, GM106, GM901]")
        self.assertEqual(self.codes(), ["GM201"])

    def test_unused_ones_that_mean_all_rules(self):
        self.write({"model.py": MODEL.replace("return x", "return x  # graphmend: ignore")})
        self.assertEqual(self.codes(), ["GM101", "GM201", "GM901"])
        self.write({"model.py": "x = 1  # graphmend: ignore[ALL]\n"})
        self.assertEqual(self.codes(), ["GM901"])
        self.write({"model.py": "# graphmend: ignore-file\nx = 1\n"})
        self.assertEqual(self.codes(), ["GM901"])
        self.assertEqual(self.codes("--select", "GM1,GM9"), [])

    def test_unused_in_files_that_compile_nothing(self):
        self.write({"plain.py": "x = 1  # graphmend: ignore[GM106]\ny = 2  # noqa: GM201\nz = 3  # noqa\n"})
        self.assertEqual(self.codes(), ["GM901", "GM901"])

    def test_unknown(self):
        for comment, message in {
            "graphmend: ignore[GM999]": "no rule is called `GM999`",
            "graphmend: ignore[print-in-grap]": "did you mean `print-in-graph`?",
            "graphmend: ingore[GM101]": "did you mean `ignore`?",
            "graphmend: ignore GM101": "belong in brackets",
            "graphmend: ignore[GM101": "never closed",
            "graphmend: ignore[]": "names no rule",
            "noqa: GM998": "no rule is called `GM998`",
        }.items():
            self.model(if_="  # " + comment)
            found = [f for f in self.check() if f["code"] == "GM902"]
            self.assertEqual(len(found), 1, comment)
            self.assertIn(message, found[0]["message"] + " " + (found[0]["help"] or ""))
        self.model(if_="  # graphmend: a linter")
        self.assertEqual(self.codes(), ["GM101", "GM201"])

    def test_reports_count_them_and_sarif_leaves_them_out(self):
        self.model(if_="  # graphmend: ignore[GM101] looked at")
        self.assertIn("(1 suppressed)", " ".join(self.run_program("check").stdout.split()))
        results = lambda *options: json.loads(self.run_program(
            "check", "--output-format", "sarif", *options).stdout)["runs"][0]["results"]
        self.assertEqual([r["ruleId"] for r in results()], ["GM201"])
        (printed, branch) = results("--sarif-suppressions")
        self.assertEqual(printed["suppressions"], [])
        self.assertEqual(branch["suppressions"],
                         [{"kind": "inSource", "status": "accepted", "justification": "looked at"}])


class AddIgnoreTest(ProjectTest):
    def test_add_ignore(self):
        self.write({"model.py": MODEL})
        done = self.run_program("check", "--add-ignore=known since 2026", "model.py")
        self.assertEqual((done.returncode, done.stdout), (0, "Added 2 comments to 1 file\n"))
        text = (self.root / "model.py").read_text()
        self.assertIn("if x.sum() > 0:  # graphmend: ignore[GM101] known since 2026\n", text)
        self.assertEqual(self.check(), [])
        self.assertIn("Added 0 comments", self.run_program("check", "--add-ignore").stdout)

    def test_joins_an_existing_comment(self):
        self.write({"model.py": MODEL.replace('print("positive")', "print(x.item())  # graphmend: ignore[GM106] why")})
        self.run_program("check", "--add-ignore")
        self.assertIn("print(x.item())  # graphmend: ignore[GM106, GM201] why", (self.root / "model.py").read_text())
        self.assertEqual(self.check(), [])

    def test_where_a_line_cannot_end_in_a_comment(self):
        joined = MODEL.replace("if x.sum() > 0:", "if x.sum() \\\n                > 0:")
        text = MODEL.replace('print("positive")', 'print("""a\n    b""", x)')
        self.write({"joined.py": joined, "text.py": text})
        # Line ends and the byte order mark stay as they are.
        (self.root / "dos.py").write_bytes(b"\xef\xbb\xbf" + MODEL.replace("\n", "\r\n").encode())
        self.run_program("check", "--add-ignore")
        self.assertEqual(self.check(), [])
        dos = (self.root / "dos.py").read_bytes()
        self.assertTrue(dos.startswith(b"\xef\xbb\xbf"))
        self.assertEqual(dos.count(b"\n"), dos.count(b"\r\n"))
        for name in ("joined.py", "text.py"):
            compile((self.root / name).read_text(), name, "exec")

    def test_other_encodings_are_left_alone(self):
        data = ("# coding: latin-1\n# \xe9\n" + MODEL).encode("latin-1")
        (self.root / "latin.py").write_bytes(data)
        done = self.run_program("check", "--add-ignore")
        self.assertEqual(done.returncode, 2)
        self.assertIn("latin.py: is not UTF-8", done.stderr)
        self.assertEqual((self.root / "latin.py").read_bytes(), data)


if __name__ == "__main__":
    program.main()
