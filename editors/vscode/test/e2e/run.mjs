#!/usr/bin/env node
// The extension, packaged and installed into code-server, in a real browser:
//
//   run.mjs --server PROGRAM [--tools FOLDER] [--chromium PROGRAM] [--python PROGRAM] [--screenshots FOLDER]
//
//   --server       the graphmend to bundle
//   --tools        what setup.sh made; default ~/.cache/graphmend-e2e
//   --python       an interpreter with torch, so that the code lens can validate; default: there is none
//   --screenshots  where a picture of each step goes; default dist/screenshots
//
// Exit status 0: each step was seen to do what it should; 1: one did not, and it is named.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const extension = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const { values: given } = parseArgs({
  options: {
    server: { type: "string" },
    tools: { type: "string", default: path.join(os.homedir(), ".cache/graphmend-e2e") },
    chromium: { type: "string", default: "/usr/bin/chromium" },
    python: { type: "string" },
    screenshots: { type: "string", default: path.join(extension, "dist/screenshots") },
  },
});
if (!given.server) {
  console.error("run.mjs: --server names the graphmend to bundle");
  process.exit(2);
}
const { chromium } = createRequire(path.join(given.tools, "package.json"))("playwright-core");
// What the fixes import; a user has it by `pip install graphmend`.
const runtime = path.resolve(extension, "../../python");
const codeServer = path.join(given.tools, "node_modules/code-server/out/node/entry.js");

// Nothing here says torch.compile: the findings come from the other file.
const BOXES = `\
def keep_confident(boxes, scores):
    best = scores.max().item()
    print("choosing")
    print("of", boxes)
    keep = scores > 0.5 * best
    return boxes[keep]
`;
const MODEL = `\
import torch
from boxes import keep_confident


class Detector(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.score = torch.nn.Linear(4, 1)

    def forward(self, boxes):
        scores = self.score(boxes).sigmoid().squeeze(-1)
        return keep_confident(boxes, scores)


detector = torch.compile(Detector())
`;
const SETTINGS = {
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "editor.hover.delay": 100,
  "editor.hover.sticky": true,
  "editor.minimap.enabled": false,
  "editor.fontSize": 15,
  "files.autoSave": "off",
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
  // As elements, whose text can be read.
  "terminal.integrated.gpuAcceleration": "off",
};

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "graphmend-e2e-"));
const project = path.join(scratch, "project");
const data = path.join(scratch, "data");
const slow = { timeout: 60_000 };
let page;
let step = "start";

function write(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function check(holds, what) {
  if (!holds) throw new Error(what);
}

async function eventually(what, test, timeout = slow.timeout) {
  const end = Date.now() + timeout;
  while (!(await test())) {
    check(Date.now() < end, `${what}: not within ${timeout / 1000} s`);
    await page.waitForTimeout(100);
  }
}

async function picture(name) {
  await page.screenshot({ path: path.join(given.screenshots, `${name}.png`) });
  console.log(`  ${name}.png`);
}

async function command(title) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").fill(`>${title}`);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click(slow);
}

async function open(name) {
  await page.keyboard.press("Control+P");
  await page.locator(".quick-input-widget input").fill(name);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().click(slow);
  await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor(slow);
}

/** Text on the screen has no-break spaces for blanks. */
const shown = async (locator) => (await locator.allInnerTexts()).join("\n").replaceAll("\u00a0", " ");

/** The middle of a word within the line that begins with `line`. */
async function placeOf(line, word) {
  const place = await page.evaluate(([line, word]) => {
    for (const shown of document.querySelectorAll(".editor-instance .view-line")) {
      const text = shown.textContent.replaceAll("\u00a0", " ");
      if (!text.trimStart().startsWith(line)) continue;
      let at = text.indexOf(word);
      const nodes = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
      while (at >= 0 && nodes.nextNode()) {
        const node = nodes.currentNode;
        if (at >= node.length) {
          at -= node.length;
          continue;
        }
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, Math.min(node.length, at + word.length));
        const box = range.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      }
    }
    return null;
  }, [line, word]);
  check(place, `${word} in "${line}…" is not on the screen`);
  return place;
}

async function hover(line, text, expected) {
  const { x, y } = await placeOf(line, text);
  await page.mouse.move(5, 5);
  await page.mouse.move(x, y, { steps: 4 });
  const widget = page.locator(".monaco-hover:not(.hidden)");
  // Its parts come one after the other.
  let said = "";
  await eventually(`hovering over ${text} says ${expected.join(", ")}`, async () => {
    said = await shown(widget);
    return expected.every((part) => said.includes(part));
  });
  return said;
}

async function putCursorOn(line, text) {
  const { x, y } = await placeOf(line, text);
  await page.mouse.click(x, y);
}

async function quickFixes() {
  await page.keyboard.press("Control+.");
  const menu = page.locator(".action-widget");
  await menu.waitFor(slow);
  return menu;
}

const statusText = () => shown(page.locator("#graphmend\\.graphmend\\.graphmend\\.status, [id*='graphmend.status']"));

const STEPS = {
  async "findings in a file that never says torch.compile"() {
    // One is open, and the findings are in the other.
    await open("model.py");
    await eventually("the status item counts findings", async () => /graphmend 4/.test(await statusText()));
    await open("boxes.py");
    await page.locator(".squiggly-warning").first().waitFor(slow);
    await eventually("findings are counted once", async () => /graphmend 4/.test(await statusText()));
    await command("Problems: Focus on Problems View");
    await eventually("GM106 is among the problems", async () => (await shown(page.locator(".markers-panel"))).includes("GM106"));
    await picture("1-findings");
    await command("View: Close Panel").catch(() => page.keyboard.press("Control+J"));
  },
  async "hover over a finding says why"() {
    // What it is, the way from the origin, the name of the rule.
    await hover("best", "item", ["GM106", "sigmoid", "model.py", "host-read"]);
    await picture("2-hover-finding");
  },
  async "hover over an expression says what is known"() {
    await hover("keep", "keep", ["Tensor", "dtype: ", "bool", "size: ", "known only when the graph runs"]);
    await picture("3-hover-expression");
  },
  async "a fix is offered and made, an unsafe one is named so"() {
    await putCursorOn("print", "print");
    let menu = await quickFixes();
    await picture("4-fixes");
    const fixes = await shown(menu);
    check(/Suppress GM201 here/.test(fixes), `no suppression in: ${fixes}`);
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowDown");
    menu = await quickFixes();
    const unsafe = await shown(menu);
    check(/Unsafe fix: /.test(unsafe), `no unsafe fix in: ${unsafe}`);
    await picture("5-unsafe-fix");
    await page.keyboard.press("Escape");
    await command("Apply All Safe Fixes in This File");
    await eventually("the safe fix is in the text", async () => (await shown(page.locator(".editor-instance .view-lines"))).includes("graphmend.runtime"));
    await eventually("the finding has gone", async () => (await page.locator(".squiggly-warning").count()) < 5);
    await page.keyboard.press("Control+S");
    await eventually("it is saved", () => fs.readFileSync(path.join(project, "boxes.py"), "utf8") !== BOXES);
    const saved = fs.readFileSync(path.join(project, "boxes.py"), "utf8");
    check(saved.includes('print("of", boxes)'), "the unsafe fix was made too");
    await picture("6-fixed");
  },
  async "inlay hint and code lens at torch.compile"() {
    await open("model.py");
    await eventually("the hint counts breaks", async () => /\d graph breaks?/.test(await shown(page.locator(".editor-instance .view-lines"))));
    const lens = page.locator(".codelens-decoration a", { hasText: "validate" }).first();
    await lens.waitFor(slow);
    await picture("7-hint-and-lens");
    await lens.click();
    const input = page.locator(".quick-input-widget input");
    await input.waitFor(slow);
    check((await shown(page.locator(".quick-input-widget"))).includes("model:Detector"), "the entry is not named");
    await input.fill("float32[3,4]");
    await page.keyboard.press("Enter");
    // With torch, what broke; without, that there is none.
    const result = given.python ? /GM106[^]*Measured 1 of 1 entry/ : /torch cannot be imported/;
    await eventually("the terminal says what came of it", async () => result.test(await shown(page.locator(".xterm-rows"))), 300_000);
    await picture("8-validate");
  },
  async "the walkthrough"() {
    await command("Welcome: Open Walkthrough...");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "graphmend" }).first().click(slow);
    await page.locator(".gettingStartedContainer", { hasText: "Get started with graphmend" }).first().waitFor(slow);
    await page.waitForTimeout(1000);
    await picture("9-walkthrough");
  },
};

async function main() {
  fs.mkdirSync(given.screenshots, { recursive: true });
  write(path.join(project, "boxes.py"), BOXES);
  write(path.join(project, "model.py"), MODEL);
  const python = given.python ?? "/usr/bin/python3";
  const settings = { ...SETTINGS, "graphmend.validate.arguments": ["--python", python, "--color", "always"] };
  write(path.join(data, "User/settings.json"), JSON.stringify(settings));
  execFileSync(process.execPath, [path.join(extension, "package.mjs"), "--server", path.resolve(given.server), "--out", scratch], { stdio: "inherit" });
  const vsix = path.join(scratch, fs.readdirSync(scratch).find((name) => name.endsWith(".vsix")));
  const folders = ["--user-data-dir", data, "--extensions-dir", path.join(scratch, "extensions"), "--config", path.join(scratch, "config.yaml")];
  execFileSync(process.execPath, [codeServer, "--install-extension", vsix, ...folders], { stdio: "inherit" });
  const port = await freePort();
  const server = spawn(process.execPath, [codeServer, ...folders, "--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"], { env: { ...process.env, PYTHONPATH: runtime }, stdio: ["ignore", fs.openSync(path.join(scratch, "server.log"), "w"), "inherit"] });
  const browser = await chromium.launch({ executablePath: given.chromium, args: ["--no-sandbox"] });
  try {
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(slow.timeout);
    const start = Date.now();
    for (;;) {
      try {
        await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(project)}`);
        break;
      } catch (error) {
        if (Date.now() - start > slow.timeout) throw error;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    }
    await page.locator(".monaco-workbench .explorer-folders-view").waitFor({ timeout: 120_000 });
    for (const [name, run] of Object.entries(STEPS)) {
      step = name;
      console.log(name);
      await run();
    }
    console.log(`${Object.keys(STEPS).length} steps, all as they should be`);
    return 0;
  } catch (error) {
    console.error(`failed: ${step}: ${error.message}`);
    if (page) await picture("failed").catch(() => {});
    return 1;
  } finally {
    await browser.close();
    server.kill();
    if (!process.env.KEEP) fs.rmSync(scratch, { recursive: true, force: true });
  }
}

process.exit(await main());
