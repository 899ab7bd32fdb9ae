#!/usr/bin/env python3
"""The language server under real clients: lsp_client_test.py GRAPHMEND.

pytest-lsp's client, which checks each message against the types of the protocol; Neovim and Emacs
without a screen, configured as docs/editors.md says. Each is skipped where it is not installed.
"""
import asyncio
import json
import pathlib
import re
import shutil
import subprocess
import unittest

import program
from program import MODEL, ProjectTest

try:
    import pytest_lsp
    from lsprotocol import types
except ImportError:
    pytest_lsp = None

PAGE = pathlib.Path(__file__).parents[2] / "docs/editors.md"

# What the page configures, asked as a person would: diagnostics before and after typing, a hover, the
# actions of the line and of the file, the lens that validates.
NVIM = """\
local function diagnostics(count)
  vim.wait(20000, function() return #vim.diagnostic.get(0) == count end, 20)
  local codes = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    table.insert(codes, { code = d.code, line = d.lnum, column = d.col, message = d.message })
  end
  table.sort(codes, function(a, b) return a.line < b.line end)
  return codes
end
local function ask(method, params)
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 10000)) do return answer.result end
end
local before = diagnostics(2)
vim.api.nvim_buf_set_lines(0, 6, 7, false, { '            print("é𝄞", x.item())' })
local after = diagnostics(3)
vim.api.nvim_win_set_cursor(0, { 6, 14 })
local hover = ask("textDocument/hover", vim.lsp.util.make_position_params()).contents.value
local lenses = ask("textDocument/codeLens", { textDocument = vim.lsp.util.make_text_document_params() })
local ran
vim.fn.termopen = function(words, options) ran = { words = words, folder = options.cwd } end
for _, lens in ipairs(lenses) do
  local run = vim.lsp.commands[lens.command.command]
  if run then run(lens.command, {}) vim.cmd("close!") end
end
vim.ui.select = function(items, _, choose) choose(items[1], 1) end
vim.api.nvim_buf_set_lines(0, 6, 7, false, { '            print("positive")' })
diagnostics(2)
vim.lsp.buf.code_action({ only = "source.fixAll", diagnostics = {} })
local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\\n") end
vim.wait(20000, function() return text():find("runtime") end, 20)
local file = io.open("result.json", "w")
file:write(vim.fn.json_encode({ before = before, after = after, hover = hover, ran = ran, fixed = text() }))
file:close()
vim.cmd("qa!")
"""

EMACS = """\
(defun wait-for (what)
  (let ((end (+ (float-time) 20)))
    (while (and (not (funcall what)) (< (float-time) end)) (accept-process-output nil 0.05))))
(setq enable-local-variables nil eglot-sync-connect 10 eglot-confirm-server-initiated-edits nil)
(find-file "model.py")
(unless (eglot-managed-p) (call-interactively #'eglot))
(wait-for (lambda () (= (length (flymake-diagnostics)) 2)))
(let ((found (mapcar #'flymake-diagnostic-text (flymake-diagnostics))) hover fixed)
  (goto-char (point-min))
  (search-forward "x.su")
  (setq hover (plist-get (plist-get (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                     (eglot--TextDocumentPositionParams)) :contents) :value))
  (let ((actions (jsonrpc-request (eglot--current-server-or-lose) :textDocument/codeAction
                   (list :textDocument (eglot--TextDocumentIdentifier)
                         :range (list :start (eglot--pos-to-lsp-position (point-min))
                                      :end (eglot--pos-to-lsp-position (point-max)))
                         :context (list :diagnostics [] :only ["source.fixAll"])))))
    (eglot--dbind (edit) (aref actions 0) (eglot--apply-workspace-edit edit)))
  (with-temp-file "result.json"
    (insert (json-encode (list :found found :hover hover
                               :fixed (with-current-buffer "model.py" (buffer-string)))))))
"""


LSP_MODE = """\
(setq lsp-guess-root-without-session t lsp-enable-file-watchers nil lsp-headerline-breadcrumb-enable nil
      lsp-enable-snippet nil lsp-diagnostics-provider :flymake lsp-session-file (expand-file-name "session"))
(find-file "model.py")
(lsp-workspace-folders-add default-directory)
(lsp)
(let ((end (+ (float-time) 20)) codes)
  (while (and (zerop (hash-table-count (lsp-diagnostics))) (< (float-time) end)) (accept-process-output nil 0.05))
  (maphash (lambda (file found) (mapc (lambda (one) (push (gethash "code" one) codes)) found)) (lsp-diagnostics))
  (with-temp-file "result.json" (insert (json-encode (sort codes #'string<)))))
"""


def block(language, number=0):
    """A block of the page."""
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", PAGE.read_text())[number]


def with_program(text):
    return text.replace('"graphmend", "server"', f'{json.dumps(program.GRAPHMEND)}, "server"').replace(
        '"graphmend" "server"', f'{json.dumps(program.GRAPHMEND)} "server"')


@unittest.skipUnless(pytest_lsp, "pytest-lsp is not installed")
class PytestLspTest(ProjectTest):
    def test_client(self):
        self.write({"model.py": MODEL, "graphmend.toml": ""})
        asyncio.run(asyncio.wait_for(self.converse(), 60))

    async def converse(self):
        client = pytest_lsp.make_test_lsp_client()
        await client.start_io(program.GRAPHMEND, "server", cwd=str(self.root))
        folder = types.WorkspaceFolder(uri=self.root.as_uri(), name="w")
        result = await client.initialize_session(types.InitializeParams(
            capabilities=pytest_lsp.client_capabilities("visual-studio-code"), workspace_folders=[folder]))
        self.assertTrue(result.capabilities.hover_provider)
        uri = (self.root / "model.py").as_uri()
        document = types.TextDocumentIdentifier(uri=uri)
        client.text_document_did_open(types.DidOpenTextDocumentParams(
            text_document=types.TextDocumentItem(uri=uri, language_id="python", version=1, text=MODEL)))
        report = await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(text_document=document))
        self.assertEqual(sorted(d.code for d in report.items), ["GM101", "GM201"])
        branch = next(d for d in report.items if d.code == "GM101")
        self.assertIn("gb0170", branch.code_description.href)
        hover = await client.text_document_hover_async(types.HoverParams(
            text_document=document, position=branch.range.start))
        self.assertIn("branch-on-tensor", hover.contents.value)
        suppress, fix_all = await client.text_document_code_action_async(types.CodeActionParams(
            text_document=document, range=branch.range, context=types.CodeActionContext(diagnostics=[branch])))
        self.assertEqual(suppress.kind, types.CodeActionKind.QuickFix)
        self.assertTrue(fix_all.kind.startswith(types.CodeActionKind.SourceFixAll))
        self.assertTrue((await client.code_action_resolve_async(fix_all)).edit.changes[uri])
        (lens,) = await client.text_document_code_lens_async(types.CodeLensParams(text_document=document))
        self.assertEqual(lens.command.title, "2 graph breaks if compiled")
        await client.shutdown_session()


@unittest.skipUnless(shutil.which("nvim"), "Neovim is not installed")
class NeovimTest(ProjectTest):
    def test_neovim(self):
        (configuration,) = [text for text in (block("lua", 0), block("lua", 1)) if "start_client" in text]
        self.write({"model.py": MODEL, "init.lua": with_program(configuration), "script.lua": NVIM})
        done = subprocess.run(
            ["nvim", "--headless", "--clean", "-c", "luafile init.lua", "-c", "edit model.py", "-c", "luafile script.lua", "-c", "qa!"],
            cwd=self.root, capture_output=True, text=True, timeout=90)
        result = pathlib.Path(self.root / "result.json")
        self.assertTrue(result.exists(), done.stdout + done.stderr)
        said = json.loads(result.read_text())
        self.assertEqual([d["code"] for d in said["before"]], ["GM101", "GM201"])
        self.assertEqual([(d["code"], d["line"]) for d in said["after"]][0], ("GM101", 5))
        self.assertEqual(sorted(d["code"] for d in said["after"]), ["GM101", "GM106", "GM201"])
        # Behind characters that take two units, and more bytes than units.
        (item,) = [d for d in said["after"] if d["code"] == "GM106"]
        self.assertEqual(item["column"], len('            print("é𝄞", '.encode()))
        self.assertIn("branch-on-tensor", said["hover"])
        self.assertIn("data-dependent", said["hover"])
        self.assertEqual(said["ran"], {"words": ["graphmend", "validate", "model:Model"], "folder": str(self.root)})
        self.assertIn("graphmend.runtime.print(", said["fixed"])


def emacs_has(package):
    emacs = shutil.which("emacs")
    return emacs and subprocess.run([emacs, "--batch", "-f", "package-initialize", "-l", package],
                                    capture_output=True, timeout=60).returncode == 0


class EmacsTest(ProjectTest):
    def run_emacs(self, configuration, script):
        self.write({"model.py": MODEL, ".emacs.el": with_program(configuration), "script.el": script, "graphmend.toml": ""})
        done = subprocess.run(["emacs", "--batch", "-f", "package-initialize", "-l", ".emacs.el", "-l", "script.el"],
                              cwd=self.root, capture_output=True, text=True, timeout=90)
        result = self.root / "result.json"
        self.assertTrue(result.exists(), done.stdout + done.stderr)
        return json.loads(result.read_text())

    @unittest.skipUnless(emacs_has("lsp-mode"), "Emacs with lsp-mode is not installed")
    def test_lsp_mode(self):
        self.assertEqual(self.run_emacs(block("lisp", 1), LSP_MODE), ["GM101", "GM201"])

    @unittest.skipUnless(emacs_has("eglot"), "Emacs with eglot is not installed")
    def test_eglot(self):
        said = self.run_emacs(block("lisp", 0), EMACS)
        self.assertEqual(len(said["found"]), 2)
        self.assertIn("data-dependent branch", "".join(said["found"]))
        self.assertIn("branch-on-tensor", said["hover"])
        self.assertIn("graphmend.runtime", said["fixed"])


if __name__ == "__main__":
    program.main()
