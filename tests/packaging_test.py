#!/usr/bin/env python3
"""What others read of this project has their form: packaging_test.py

Metadata, licence, recipes, container, workflows and the examples of docs/integrations.md, each by the tool or
the schema of whom it is for. `ci/setup --tools` installs them; a test is skipped without its own.
"""
import hashlib
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOLS = pathlib.Path(sys.executable).parent
sys.path.insert(0, str(ROOT / "ci"))
import release_notes  # noqa: E402

BLOCK = re.compile(r"(?ms)^```(?:yaml|groovy)\n(?:#|//) (\S+)\n(.*?)^```$")
# Of Apache-2.0 as it is published.
APACHE = "cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30"


def has(module):
    return importlib.util.find_spec(module) is not None


def tool(name):
    return shutil.which(name, path=f"{TOOLS}{os.pathsep}{os.environ.get('PATH', '')}")


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=ROOT, timeout=120, **options)


def named_blocks():
    """Examples that say in their first line which file they are: (page, name, text)."""
    for page in sorted((ROOT / "docs").glob("*.md")):
        for name, text in BLOCK.findall(page.read_text(encoding="utf-8")):
            if "." in name or name == "Jenkinsfile":
                yield page.name, name, text


class ReleaseTest(unittest.TestCase):
    def test_one_version(self):
        versions = release_notes.named_versions()
        self.assertEqual(len(set(versions.values())), 1, versions)
        self.assertIsNotNone(release_notes.section(versions["meson.build"]))

    def test_notes(self):
        done = run(sys.executable, "ci/release_notes.py", "77.0")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("CHANGELOG.md has no section for it", done.stderr)

    def test_licence(self):
        self.assertEqual(hashlib.sha256((ROOT / "LICENSE").read_bytes()).hexdigest(), APACHE)

    def test_notice_names_what_is_linked_in(self):
        notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
        names = {"cli11": "CLI11", "rapidjson": "RapidJSON", "re2": "RE2", "tomlplusplus": "toml++"}
        for wrap in (ROOT / "subprojects").glob("*.wrap"):
            if wrap.stem != "doctest":  # of the tests alone
                self.assertRegex(notice, rf"(?m)^(.*, )?{re.escape(names.get(wrap.stem, wrap.stem))}[ ,]")
        for name in ("mimalloc", "libstdc++", "winpthreads", "PyTorch", "Redistribution and use", "Permission is hereby granted"):
            self.assertIn(name, notice)

    @unittest.skipUnless(tool("validate-pyproject"), "validate-pyproject is not installed")
    def test_metadata(self):
        done = run(tool("validate-pyproject"), "pyproject.toml")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    @unittest.skipUnless(has("cyclonedx"), "cyclonedx-python-lib is not installed")
    def test_bill_of_materials(self):
        done = run(sys.executable, "ci/sbom.py")
        self.assertEqual(done.returncode, 0, done.stderr)
        names = {component["name"] for component in json.loads(done.stdout)["components"]}
        wraps = {wrap.stem for wrap in (ROOT / "subprojects").glob("*.wrap")} - {"doctest"}
        self.assertEqual(names, wraps | {"libstdc++", "libgcc"})


class RecipesTest(unittest.TestCase):
    def filled(self):
        """The recipes for an sdist of another release."""
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        sdist = pathlib.Path(scratch.name, "graphmend-7.8.9.tar.gz")
        sdist.write_bytes(b"an sdist")
        done = run(sys.executable, "ci/release_recipes.py", sdist, scratch.name)
        self.assertEqual(done.returncode, 0, done.stderr)
        return pathlib.Path(scratch.name)

    def test_release(self):
        for name in ("recipe.yaml", "graphmend.rb"):
            text = (self.filled() / name).read_text(encoding="utf-8")
            self.assertIn("7.8.9", text)
            self.assertNotIn(release_notes.named_versions()["meson.build"], text)
            self.assertNotIn("0" * 64, text)

    @unittest.skipUnless(has("rattler_build"), "py-rattler-build is not installed")
    def test_conda(self):
        import rattler_build
        text = (self.filled() / "recipe.yaml").read_text(encoding="utf-8")
        recipe = rattler_build.Stage0Recipe.from_yaml(text).to_dict()
        self.assertEqual(recipe["package"]["name"], "graphmend")
        self.assertEqual(recipe["about"]["license"], "Apache-2.0")
        with self.assertRaises(rattler_build.RattlerBuildError):
            rattler_build.Stage0Recipe.from_yaml(text.replace("  number: 0", "  nubmer: 0"))

    @unittest.skipUnless(shutil.which("ruby"), "Ruby is not installed")
    def test_homebrew(self):
        """The formula as Ruby reads it, with a Formula that writes down what it is told."""
        script = """
          require "json"
          class Formula
            TOLD = {}
            %w[desc homepage url sha256 license head depends_on uses_from_macos].each do |word|
              define_singleton_method(word) { |*said| (TOLD[word] ||= []) << said }
            end
            def self.test(&block) = TOLD["test"] = [block.nil?]
          end
          load ARGV[0]
          TOLD = Formula::TOLD.merge("install" => Graphmend.instance_method(:install).arity)
          puts JSON.generate(TOLD)
        """
        done = run("ruby", "-w", "-e", script, self.filled() / "graphmend.rb")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        told = json.loads(done.stdout)
        self.assertEqual(told["license"], [["Apache-2.0"]])
        self.assertLess(len(told["desc"][0][0]), 80)
        self.assertNotRegex(told["desc"][0][0], r"^(A|An|The) |\.$")
        self.assertRegex(told["sha256"][0][0], "^[0-9a-f]{64}$")
        self.assertTrue(told["url"][0][0].endswith("/v7.8.9/graphmend-7.8.9.tar.gz"))
        self.assertEqual((told["test"], told["install"]), ([False], 0))


class ContainerTest(unittest.TestCase):
    def test_dockerfile(self):
        sys.path.insert(0, str(ROOT / "ci"))
        import try_dockerfile
        stages = try_dockerfile.stages((ROOT / "packaging/Dockerfile").read_text(encoding="utf-8"))
        self.assertEqual([stage.name for stage in stages], ["wheel", ""])
        known = {"RUN", "COPY", "WORKDIR", "USER", "ENTRYPOINT", "CMD"}
        for stage in stages:
            self.assertLessEqual({word for word, _ in stage.steps}, known)
            for word, rest in stage.steps:
                if word == "RUN":
                    self.assertEqual(run("sh", "-n", input=rest).stderr, "")
        last = dict(stages[-1].steps)
        self.assertEqual(json.loads(last["ENTRYPOINT"]), ["graphmend"])
        self.assertEqual(last["USER"], "graphmend")


class WorkflowsTest(unittest.TestCase):
    """Of this repository, and those that the docs show."""

    def assert_schema(self, schema, *files):
        done = run(tool("check-jsonschema"), "--builtin-schema", f"vendor.{schema}", "--regex-variant=nonunicode", *files)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    @unittest.skipUnless(tool("check-jsonschema"), "check-jsonschema is not installed")
    def test_own(self):
        self.assert_schema("github-workflows", *(ROOT / ".github/workflows").glob("*.yml"))
        self.assert_schema("github-actions", ROOT / "action.yml")

    @unittest.skipUnless(tool("zizmor"), "zizmor is not installed")
    def test_own_are_safe(self):
        done = run(tool("zizmor"), "--offline", "--no-progress", "--min-severity=medium", ".github/workflows", "action.yml")
        self.assertEqual(done.returncode, 0, done.stdout)

    @unittest.skipUnless(tool("check-jsonschema"), "check-jsonschema is not installed")
    def test_examples(self):
        import yaml
        schemas = {"workflows": "github-workflows", ".gitlab-ci.yml": "gitlab-ci", "azure-pipelines.yml": "azure-pipelines"}
        inputs = set(yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["inputs"])
        checked = set()
        for page, name, text in named_blocks():
            kind = schemas.get("workflows" if name.startswith(".github/workflows/") else name)
            if kind is None:
                continue
            with self.subTest(f"{page}: {name}"), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, pathlib.Path(name).name)
                path.write_text(text, encoding="utf-8")
                self.assert_schema(kind, path)
                checked.add(kind)
                for job in yaml.safe_load(text).get("jobs", {}).values() if kind == "github-workflows" else ():
                    for step in job["steps"]:
                        if str(step.get("uses", "")).startswith("graphmend/"):
                            self.assertLessEqual(set(step.get("with", {})), inputs)
        self.assertEqual(checked, set(schemas.values()))

    def test_what_the_examples_write(self):
        """Each -o of an example is a format, and each report that is named elsewhere is written."""
        formats = set(re.findall(r"`([\w-]+)`", (ROOT / "docs/reports.md").read_text(encoding="utf-8")))
        written = 0
        for page, name, text in named_blocks():
            for kind, _, path in re.findall(r" -o ([\w-]+)(:(\S+?))?(?=['\s|]|$)", text):
                self.assertIn(kind, formats, f"{page}: {name}")
                written += 1
                if path:
                    self.assertGreater(text.count(path), 1, f"{page}: {name}: nothing reads {path}")
        self.assertGreater(written, 6)

    @unittest.skipUnless(has("tree_sitter_groovy"), "tree-sitter-groovy is not installed")
    def test_jenkins(self):
        import tree_sitter
        import tree_sitter_groovy
        parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_groovy.language()))
        (text,) = [text for _, name, text in named_blocks() if name == "Jenkinsfile"]
        self.assertFalse(parser.parse(text.encode()).root_node.has_error)
        self.assertTrue(parser.parse(text.replace("}", "", 1).encode()).root_node.has_error)

    def test_pre_commit(self):
        command = tool("pre-commit")
        if not command:
            self.skipTest("pre-commit is not installed")
        (text,) = [text for _, name, text in named_blocks() if name == ".pre-commit-config.yaml"]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, ".pre-commit-config.yaml")
            path.write_text(text, encoding="utf-8")
            done = run(command, "validate-config", path)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    result = unittest.main(verbosity=1, exit=False).result
    for test, why in result.skipped:
        print(f"skipped: {test}: {why}", file=sys.stderr)
    sys.exit(0 if result.wasSuccessful() else 1)
