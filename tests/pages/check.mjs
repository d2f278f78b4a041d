// Opens every page of the report in a headless Chromium: accessibility (axe-core), narrow and wide, light and dark, without
// script, with the keyboard. Ends with 1 if something is wrong, with 2 if it cannot be tried.
//
//   node tests/pages/check.mjs [report] [--pictures FOLDER]

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Browser, chromium } from "./browser.mjs";

const here = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const { folder, pictures } = arguments_(process.argv.slice(2));
const path = chromium();
if (!path) {
  console.error("no Chromium: install one (`apt-get install chromium`), or name it in CHROMIUM");
  process.exit(2);
}
let axe;
try {
  axe = readFileSync(join(here, "node_modules/axe-core/axe.min.js"), "utf8");
} catch {
  console.error("no axe-core: run `npm ci --prefix tests/pages`");
  process.exit(2);
}

function arguments_(given) {
  const at = given.indexOf("--pictures");
  const pictures = at < 0 ? null : given.splice(at, 2)[1];
  return { folder: resolve(given[0] ?? join(here, "../../report")), pictures };
}

/** Axe finds nothing in a page of thousands of cells that it does not find in their first hundred, and takes minutes for it. */
const THINNED = `for (const body of document.querySelectorAll("tbody"))
  for (const row of Array.from(body.rows).slice(40)) row.remove();`;
const RULES = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"], resultTypes: ["violations"], preload: false };

const problems = [];
let where = "";
const problem = (text) => problems.push(`${where}: ${text}`);
const browser = await Browser.start(path);
browser.listen(({ method, params }) => {
  if (method === "Runtime.exceptionThrown") problem(`script: ${params.exceptionDetails.exception?.description}`);
  if (method === "Page.javascriptDialogOpening") {
    problem(`a dialog: ${params.message}`);
    browser.call("Page.handleJavaScriptDialog", { accept: true });
  }
  if (method === "Log.entryAdded" && params.entry.level === "error") problem(`browser: ${params.entry.text}`);
});

const pages = readdirSync(folder).filter((name) => name.endsWith(".html")).sort();
if (!pages.length) {
  console.error(`${folder}: no pages`);
  process.exit(2);
}
for (const page of pages) {
  const address = pathToFileURL(join(folder, page)).href;
  for (const [width, height] of [[1440, 900], [820, 1100], [360, 740]]) {
    for (const scheme of ["light", "dark"]) {
      where = `${page} at ${width} px, ${scheme}`;
      await browser.size(width, height);
      await browser.media(scheme);
      await browser.open(address);
      await fits(width);
      if (pictures) await picture(`${page}-${width}-${scheme}.png`);
      await accessible();
    }
  }
  await browser.size(1440, 900);
  await browser.open(address);
  where = `${page} as it is`;
  await guarded();
  await linked();
  await reached(address);
  const cost = await measured(address);
  if (await browser.evaluate(`document.querySelector("script") !== null`)) {
    where = `${page} with keys`;
    await keys();
  }
  where = `${page} without script`;
  await browser.call("Emulation.setScriptExecutionDisabled", { value: true });
  await browser.open(address);
  await readable();
  await browser.call("Emulation.setScriptExecutionDisabled", { value: false });
  where = `${page} on paper`;
  await browser.media("light", "print");
  await browser.open(address);
  await printed();
  if (pictures) await picture(`${page}-print.png`);
  await browser.media("light");
  console.log(`${page}: ${cost}`);
}
await browser.stop();
for (const line of problems) console.error(line);
console.log(`${pages.length} pages, ${problems.length} problems`);
process.exit(problems.length ? 1 : 0);

// (Axe does not look into MathML, so that a heading which is a formula is empty to it.)
async function accessible() {
  await browser.evaluate(THINNED);
  await browser.evaluate(`${axe}; 0`);
  const found = await browser.evaluate(`axe.run(document, ${JSON.stringify(RULES)}).then(({ violations }) =>
    violations.map((v) => ({ ...v, nodes: v.nodes.filter((n) => v.id !== "empty-table-header" || !n.html.includes("<math")) }))
      .filter((v) => v.nodes.length)
      .map((v) => ({ id: v.id, help: v.help, at: v.nodes.slice(0, 3).map((n) => n.target.join(" ")), count: v.nodes.length })))`);
  for (const { id, help, at, count } of found) problem(`${id}: ${help}, ${count} times, as at ${at.join(" ; ")}`);
}

/** Nothing sticks out sideways but what scrolls in a box of its own. */
async function fits(width) {
  const wide = await browser.evaluate(`document.documentElement.scrollWidth`);
  if (wide > width) {
    const what = await browser.evaluate(`Array.from(document.body.querySelectorAll("*")).filter((e) => {
      const box = e.getBoundingClientRect();
      return box.right > ${width} + 1 && !e.parentElement.closest(".scroll, .pictures li, .chart, pre, svg, math");
    }).slice(0, 3).map((e) => e.tagName + "." + e.className).join(", ")`);
    problem(`${wide} px wide: ${what}`);
  }
}

/** A policy forbids whatever the page does not bring along. */
async function guarded() {
  const policy = await browser.evaluate(`document.querySelector("meta[http-equiv=Content-Security-Policy]")?.content ?? ""`);
  if (!/default-src '(none|self)'/.test(policy)) problem("no security policy");
  const handlers = await browser.evaluate(`Array.from(document.querySelectorAll("*"))
    .filter((e) => Array.from(e.attributes).some((a) => a.name.startsWith("on") || a.name === "style")).length`);
  if (handlers) problem(`${handlers} elements with a style or a script in an attribute`);
}

/** Every link within the page leads somewhere, and no id is given twice. */
async function linked() {
  const lost = await browser.evaluate(`Array.from(document.querySelectorAll('a[href^="#"]'))
    .filter((a) => !document.getElementById(decodeURIComponent(a.hash.slice(1)))).map((a) => a.hash).slice(0, 3)`);
  if (lost.length) problem(`links to nowhere: ${lost.join(", ")}`);
  const twice = await browser.evaluate(`(() => {
    const ids = Array.from(document.querySelectorAll("[id]")).map((e) => e.id);
    return ids.length - new Set(ids).size;
  })()`);
  if (twice) problem(`${twice} ids are given twice`);
}

/** What lies far down in a large table can be gone to, and what is opened there stands in the window. */
async function reached(address) {
  const id = await browser.evaluate(`Array.from(document.querySelectorAll(".part td[id]")).at(-1)?.id ?? ""`);
  if (!id) return;
  await browser.media("light", "", "reduce");
  await browser.open("about:blank");
  await browser.open(`${address}#${encodeURIComponent(id)}`);
  const comes = (selector) => browser.evaluate(`new Promise((resolve) => {
    const until = performance.now() + 5000;
    const look = () => {
      const box = document.querySelector("${selector}")?.getBoundingClientRect();
      const inside = box && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
      if (inside || performance.now() > until) resolve(Boolean(inside));
      else setTimeout(look, 50);
    };
    look();
  })`);
  if (!(await comes(":target"))) problem(`#${id} is not gone to`);
  const opened = await browser.evaluate(`(() => {
    const entry = Array.from(document.querySelectorAll(".part details[name=entry]")).at(-1);
    if (entry) entry.open = true;
    return Boolean(entry);
  })()`);
  if (opened && !(await comes("details[open] > .inspector"))) problem("an opened entry of a large table is not in the window");
  await browser.media("light");
}

/** What it takes to open a page, the least of three times; nothing is judged by it, for a machine may be busy. */
async function measured(address) {
  await browser.call("Performance.enable", { timeDomain: "threadTicks" });
  const ticks = async () => {
    const { metrics } = await browser.call("Performance.getMetrics");
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]));
  };
  const least = {};
  for (let time = 0; time < 3; time++) {
    await browser.open("about:blank");
    const before = await ticks();
    await browser.open(address);
    const found = await browser.evaluate(`new Promise((resolve) => {
      let blocked = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((task) => { blocked += task.duration - 50; }))
        .observe({ type: "longtask", buffered: true });
      setTimeout(() => requestAnimationFrame(() => setTimeout(() => resolve({
        paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
        load: performance.getEntriesByType("navigation")[0].loadEventEnd,
        blocked,
      }), 0)), 100);
    })`);
    const after = await ticks();
    for (const [name, metric] of [["work", "Task"], ["style", "RecalcStyle"], ["layout", "Layout"], ["script", "Script"]]) {
      found[name] = after[`${metric}Duration`] - before[`${metric}Duration`];
    }
    for (const name in found) least[name] = Math.min(least[name] ?? Infinity, found[name]);
  }
  const [elements, bytes] = await browser.evaluate(
    `[document.querySelectorAll("*").length, performance.getEntriesByType("navigation")[0].decodedBodySize]`);
  const ms = (name) => `${Math.round(least[name])} ms`;
  return `open in ${ms("load")}, painted after ${ms("paint")}, blocked for ${ms("blocked")}; of a processor ${ms("work")} `
    + `(style ${ms("style")}, layout ${ms("layout")}, script ${ms("script")}); ${elements} elements, ${Math.round(bytes / 1000)} kB`;
}

async function keys() {
  // What the filters leave is what they say that they leave.
  const left = await browser.evaluate(`(async () => {
    const tools = document.querySelector("#tools:not([hidden])");
    if (!tools) return [0, 0];
    const box = tools.querySelector("input[type=checkbox]");
    box.click();
    const said = tools.querySelector("[role=status]").textContent.split(" ")[0];
    const verdict = box.parentElement.textContent.replace(" ", "-");
    const there = Array.from(document.querySelectorAll(".claim [data-v], .of-paper [data-v]"))
      .filter((e) => e.dataset.v === verdict && !e.querySelector("a.face")).length;
    box.click();
    return [Number(said), there];
  })()`);
  if (left[0] !== left[1]) problem(`the filter says ${left[0]} entries and there are ${left[1]}`);
  const differing = await browser.evaluate(`document.querySelectorAll("[data-differs], .index .differences tbody tr").length`);
  await browser.key("j");
  const focused = await browser.evaluate(`document.activeElement.matches("[data-differs], .differences tr")`);
  if (differing > 0 && !focused) problem("j does not go to the first discrepancy");
  await browser.key("?");
  if (!(await browser.evaluate(`document.querySelector("dialog").open`))) problem("? does not open the help");
  await browser.key("Escape");
  if (await browser.evaluate(`document.querySelector("dialog").open`)) problem("Escape does not close the help");
}

/** All claims, all discrepancies and their values can be read, and details can be opened. */
async function readable() {
  const hidden = await browser.evaluate(`Array.from(document.querySelectorAll(".claim, .card, .differences li, .cause"))
    .filter((e) => !e.closest("details:not([open])") && e.getBoundingClientRect().height === 0).length`);
  if (hidden) problem(`${hidden} claims or entries cannot be seen`);
  const idle = await browser.evaluate(`Array.from(document.querySelectorAll("button, #tools:not([hidden])")).length`);
  if (idle) problem(`${idle} controls that do nothing`);
}

/** Claims have their numbers, and links that lead out of the page say where. */
async function printed() {
  const missing = await browser.evaluate(`Array.from(document.querySelectorAll(".claim h3 .number"))
    .filter((e) => e.getBoundingClientRect().height === 0).length`);
  if (missing) problem(`${missing} claims without their numbers`);
  const silent = await browser.evaluate(`Array.from(document.querySelectorAll("main a[href^=http]"))
    .filter((a) => getComputedStyle(a, "::after").content === "none" && !a.textContent.includes("://")).length`);
  if (silent) problem(`${silent} links without their addresses`);
}

async function picture(name) {
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, name), await browser.picture());
}
