#!/usr/bin/env python3
"""The language server under real clients: lsp_client_test.py GRAPHMEND.

pytest-lsp's client, which checks each message against the types of the protocol, and Neovim without
a screen. Each is skipped where it is not installed.
"""
import asyncio
import json
import pathlib
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

NVIM = """\
local client = vim.lsp.start_client({
  name = "graphmend",
  cmd = { arg_program, "server" },
  root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(0, client)
local function diagnostics(count)
  vim.wait(20000, function() return #vim.diagnostic.get(0) == count end, 20)
  local codes = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    table.insert(codes, { code = d.code, line = d.lnum, column = d.col, message = d.message })
  end
  table.sort(codes, function(a, b) return a.line < b.line end)
  return codes
end
local before = diagnostics(2)
vim.api.nvim_buf_set_lines(0, 6, 7, false, { '            print("é𝄞", x.item())' })
local after = diagnostics(3)
vim.api.nvim_win_set_cursor(0, { 6, 14 })
local hover = vim.lsp.buf_request_sync(0, "textDocument/hover", vim.lsp.util.make_position_params(), 10000)
local text = ""
for _, answer in pairs(hover) do text = answer.result.contents.value end
local file = io.open("result.json", "w")
file:write(vim.fn.json_encode({ before = before, after = after, hover = text }))
file:close()
vim.cmd("qa!")
"""


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
        (action,) = await client.text_document_code_action_async(types.CodeActionParams(
            text_document=document, range=branch.range, context=types.CodeActionContext(diagnostics=[branch])))
        self.assertEqual(action.kind, types.CodeActionKind.QuickFix)
        (lens,) = await client.text_document_code_lens_async(types.CodeLensParams(text_document=document))
        self.assertEqual(lens.command.title, "2 graph breaks if compiled")
        await client.shutdown_session()


@unittest.skipUnless(shutil.which("nvim"), "Neovim is not installed")
class NeovimTest(ProjectTest):
    def test_neovim(self):
        self.write({"model.py": MODEL, "script.lua": NVIM.replace("arg_program", json.dumps(program.GRAPHMEND))})
        done = subprocess.run(
            ["nvim", "--headless", "--clean", "model.py", "-c", "luafile script.lua", "-c", "qa!"],
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


if __name__ == "__main__":
    program.main()
