// Opens pages in Chromium, at desktop and phone width, light and dark:
//
//   node site_browser.mjs NODE_MODULES FOLDER [--pages NAME,…] [--playground] [--shots FOLDER]
//
// Without --pages, those of the site.
// Each must fit the width, raise no error, ask no other server and have no accessibility error
// (axe-core). The search finds a rule, and by --playground the linter checks and fixes what is typed.
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { createRequire } from "node:module";

const [, , modules, site, ...options] = process.argv;
const require = createRequire(path.join(modules, "here.js"));
const { chromium } = require("playwright-core");
const axe = fs.readFileSync(path.join(modules, "axe-core/axe.min.js"), "utf8");
const shots = options.includes("--shots") ? options[options.indexOf("--shots") + 1] : "";
const named = options.includes("--pages") ? options[options.indexOf("--pages") + 1].split(",") : null;
const PAGES = named || ["index.html", "tutorial.html", "settings.html", "rules.html", "rules/GM106.html", "fixes.html",
  "fixes/keep-scalar.html", "graph-breaks.html", "graph-breaks/GB0170.html", "compared.html",
  "projects/leanrl.html", "playground.html"];
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".svg": "image/svg+xml", ".wasm": "application/wasm" };

const server = http.createServer((request, response) => {
  const file = path.join(site, path.normalize(decodeURIComponent(request.url.split("?")[0])));
  fs.readFile(file, (error, data) => {
    response.writeHead(error ? 404 : 200, { "Content-Type": TYPES[path.extname(file)] || "text/plain" });
    response.end(error ? "" : data);
  });
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const base = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({
  executablePath: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(fs.existsSync),
  args: ["--no-sandbox"],
});
const wrong = [];

async function open(context, name, problems) {
  const page = await context.newPage();
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (one) => {
    if (!/^(data|blob):/.test(one.url()) && !one.url().startsWith(base)) problems.push(`asks for ${one.url()}`);
  });
  await page.goto(base + name, { waitUntil: "load" });
  return page;
}

async function look(context, name, where) {
  const problems = [];
  const page = await open(context, name, problems);
  await page.waitForTimeout(200); // what Material draws by script
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wider > 0) problems.push(`is ${wider} px wider than the window`);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  for (const { id, nodes } of violations) problems.push(`axe: ${id}: ${nodes[0].target} (${nodes.length})`);
  if (shots) await page.screenshot({ path: path.join(shots, `${where}-${name.replaceAll("/", "-")}.png`) });
  await page.close();
  wrong.push(...problems.map((problem) => `${name}, ${where}: ${problem}`));
}

async function search(context) {
  const page = await open(context, "index.html", wrong);
  await page.locator(".md-search__input").click();
  await page.locator(".md-search__input").pressSequentially("GB0170");
  const found = page.locator(".md-search-result__link[href*='GB0170']").first();
  await found.waitFor({ timeout: 20000 }).catch(() => wrong.push("the search does not find GB0170"));
  await page.close();
}

async function play(context) {
  const page = await open(context, "playground.html", wrong);
  const status = page.locator(".gm-status");
  const says = (text) => status.filter({ hasText: text }).waitFor({ timeout: 60000 })
    .catch(async () => wrong.push(`the playground says: ${await status.textContent()}, and not: ${text}`));
  await says("3 graph breaks");
  await page.locator("#gm-text").fill("import torch\n\n@torch.compile\ndef f(x):\n    print(x.sum().item())\n    return x\n");
  await says("2 graph breaks");
  await page.locator("#gm-fix").click();
  await says("No graph break");
  if (!(await page.locator("#gm-text").inputValue()).includes("graphmend.runtime.print")) wrong.push("nothing was fixed");
  await page.locator("#gm-text").fill("def f(:\n");
  await says("Not all of it could be read");
  if (shots) await page.screenshot({ path: path.join(shots, "played.png") });
  await page.close();
}

for (const [width, height, name] of [[1280, 900, "desktop"], [390, 844, "phone"]])
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, bypassCSP: true });
    for (const page of PAGES) await look(context, page, `${name}-${colorScheme}`);
    if (!named && name === "desktop" && colorScheme === "light") {
      await search(context);
      if (options.includes("--playground")) await play(context);
    }
    await context.close();
  }
await browser.close();
server.close();
console.log(wrong.length ? wrong.join("\n") : `${PAGES.length} pages, desktop and phone, light and dark: sound`);
process.exit(wrong.length ? 1 : 0);
