// The page around the linter: what is typed is checked a moment later, by a worker.
"use strict";

(() => {
  const EXAMPLES = {
    "A training step": `import torch
import torch.nn.functional as F


@torch.compile
def training_step(model, tokens, target):
    loss = F.mse_loss(model(tokens), target)
    if torch.isnan(loss):
        raise ValueError("the loss is NaN")
    print("loss", loss.item())
    return loss
`,
    "Boxes of a detector": `import torch
from torch import nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(64, 1)

    def forward(self, features, boxes):
        scores = self.score(features).squeeze(-1).sigmoid()
        best = scores.max().item()
        keep = scores > best / 2
        if keep.sum() > 100:
            keep = scores > 0.9
        return boxes[keep], scores[keep]


detector = torch.compile(Detector())
`,
    "Messages": `import logging
import warnings

import torch

logger = logging.getLogger(__name__)


@torch.compile
def normalise(x):
    print("shape", x.shape)
    logger.info("mean %s", x.mean())
    if x.shape[0] > 1024:
        warnings.warn("a large batch")
    return (x - x.mean()) / x.std()
`,
    "Looks like a break, and is none": `import torch


@torch.compile
def attention(q, k, v, mask=None):
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    if mask is not None:
        scores = scores.masked_fill(mask, float("-inf"))
    if q.shape[0] > 1 and scores.dtype == torch.float32:
        scores = scores - scores.amax(-1, keepdim=True)
    if not torch.compiler.is_compiling():
        print(scores.max().item())
    return scores.softmax(-1) @ v
`,
  };
  const PAUSE = 250; // ms without a key, after which is checked
  const place = document.querySelector("[data-playground]");
  if (!place) return;
  const find = (name) => place.querySelector(name);
  const text = find("#gm-text"), gutter = find(".gm-gutter"), status = find(".gm-status"), list = find(".gm-list");
  const choice = find("#gm-example"), unsafe = find("#gm-unsafe"), fix = find("#gm-fix");
  const base = new URL(".", document.querySelector('script[src$="playground.js"]').src);

  let worker = null, asked = 0, waiting = new Map(), timer = 0;

  function start() {
    worker = new Worker(new URL("worker.js", base));
    worker.onmessage = ({ data }) => {
      const { resolve, reject } = waiting.get(data.id) || {};
      waiting.delete(data.id);
      if (data.error) {
        // After a trap the module's memory means nothing: the next question gets a fresh one.
        stop();
        if (reject) reject(new Error(data.error));
      } else if (resolve) resolve(data.answer);
    };
    worker.onerror = (event) => {
      for (const { reject } of waiting.values()) reject(new Error(event.message || "it could not be loaded"));
      stop();
    };
  }

  function stop() {
    if (worker) worker.terminate();
    worker = null;
    waiting = new Map();
  }

  function ask(what) {
    if (!worker) start();
    const id = ++asked;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, what, text: text.value, unsafe: unsafe.checked });
    });
  }

  function element(name, content, className) {
    const made = document.createElement(name);
    if (className) made.className = className;
    // \`code\` in a message is code.
    String(content || "").split("`").forEach((part, n) => {
      if (n % 2) made.append(Object.assign(document.createElement("code"), { textContent: part }));
      else made.append(part);
    });
    return made;
  }

  function drawGutter(broken) {
    gutter.replaceChildren(...text.value.split("\n").map((_, n) => {
      const line = document.createElement(broken.has(n + 1) ? "b" : "i");
      line.textContent = n + 1;
      return line;
    }));
    gutter.scrollTop = text.scrollTop;
  }

  function goTo(location) {
    const lines = text.value.split("\n");
    const offset = (line, column) => lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    text.focus();
    text.setSelectionRange(offset(location.line, location.column), offset(location.end_line, location.end_column));
  }

  function card(finding) {
    const made = element("li", "", "gm-finding" + (finding.severity === "note" ? " gm-note" : ""));
    const head = document.createElement("p");
    const where = element("button", `line ${finding.location.line}`, "gm-goto");
    where.type = "button";
    where.onclick = () => goTo(finding.location);
    const rule = element("a", finding.code);
    rule.href = `rules/${finding.code}.html`;
    head.append(where, " ", rule, " ", element("strong", finding.message));
    made.append(head);
    if (finding.reason && finding.reason.length) made.append(element("p", "Because " + finding.reason.map((step) => step.text).join(", ")));
    if (finding.help) made.append(element("p", "Instead: " + finding.help));
    return made;
  }

  const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;

  function show(report) {
    drawGutter(new Set(report.findings.map((one) => one.location.line)));
    const found = document.createElement("ul");
    found.append(...report.findings.map(card));
    const open = (report.not_followed || []).map((one) => element("p", one.message));
    const problems = (report.problems || []).map((one) => element("p", `line ${one.line}: ${one.message}`));
    list.replaceChildren(found, ...problems, ...open);
    const compiled = report.entries.total;
    // What is no Python comes as a finding, which says where.
    const unread = problems.length || report.findings.some((one) => one.name === "syntax-error");
    if (unread) status.textContent = "Not all of it could be read.";
    else if (!compiled) status.textContent = "Nothing here is compiled, so nothing breaks.";
    else if (!report.findings.length) status.textContent = "No graph break: one whole graph.";
    else {
      const { safe, unsafe: more } = report.fixable;
      status.textContent = `${count(report.findings.length, "graph break", "graph breaks")}; ` +
        `${safe} can be fixed with the same results` + (more ? `, ${more} more where something may differ` : "") + ".";
    }
  }

  async function check() {
    const now = ++check.latest;
    const started = performance.now();
    try {
      const report = await ask("check");
      if (now !== check.latest) return;
      show(report);
      place.dataset.ms = Math.round(performance.now() - started);
    } catch (error) {
      if (now !== check.latest) return;
      list.replaceChildren();
      status.textContent = `The linter could not do it: ${error.message}`;
    }
  }
  check.latest = 0;

  function later() {
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  }

  function showDiff(fixed) {
    const diff = element("pre", "", "gm-diff");
    diff.tabIndex = 0;
    for (const line of fixed.diff.split("\n").slice(2)) {
      const kind = line.startsWith("+") ? "gi" : line.startsWith("-") ? "gd" : "";
      diff.append(Object.assign(document.createElement("span"), { className: kind, textContent: line + "\n" }));
    }
    const done = document.createElement("ul");
    done.append(...fixed.fixes.map((one) =>
      element("li", `line ${one.line}: ${one.title}` + (one.difference ? `; may differ: ${one.difference}` : ""))));
    list.prepend(element("h2", "What was fixed"), done, diff);
  }

  fix.onclick = async () => {
    fix.disabled = true;
    try {
      const fixed = await ask("fix");
      if (!fixed.fixes.length) {
        status.textContent = unsafe.checked ? "There is no fix for what is left." : "Nothing can be fixed with the same results; unsafe fixes may.";
        return;
      }
      text.value = fixed.text;
      await check();
      showDiff(fixed);
    } catch (error) {
      status.textContent = `The linter could not do it: ${error.message}`;
    } finally {
      fix.disabled = false;
    }
  };
  for (const name of Object.keys(EXAMPLES)) choice.append(new Option(name, name));
  choice.onchange = () => {
    text.value = EXAMPLES[choice.value];
    drawGutter(new Set());
    check();
  };
  text.addEventListener("input", () => {
    drawGutter(new Set());
    later();
  });
  text.addEventListener("scroll", () => { gutter.scrollTop = text.scrollTop; });
  text.addEventListener("keydown", (event) => {
    // Tab indents, until Escape gives it back to the page.
    if (event.key === "Escape") text.dataset.leave = "1";
    else if (event.key === "Tab" && !event.shiftKey && !text.dataset.leave) {
      event.preventDefault();
      text.setRangeText("    ", text.selectionStart, text.selectionEnd, "end");
      text.dispatchEvent(new Event("input"));
    } else if (event.key !== "Tab") delete text.dataset.leave;
  });
  choice.onchange();
})();
