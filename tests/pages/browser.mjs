// A headless Chromium, spoken to over a pipe: no library, no port.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** Where a Chromium is, or null. CHROMIUM names another one. */
export function chromium() {
  if (process.env.CHROMIUM) return existsSync(process.env.CHROMIUM) ? process.env.CHROMIUM : null;
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const name of NAMES) {
    for (const folder of folders) {
      const path = join(folder, name);
      if (existsSync(path)) return path;
    }
  }
  return null;
}

/** A running browser with one page. */
export class Browser {
  #process; #folder; #next = 1; #waiting = new Map(); #listeners = []; #rest = "";

  static async start(path) {
    const browser = new Browser();
    browser.#folder = mkdtempSync(join(tmpdir(), "referee-pages-"));
    browser.#process = spawn(path, [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
      "--remote-debugging-pipe", `--user-data-dir=${browser.#folder}`, "about:blank",
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.#process.on("exit", () => {
      for (const { reject } of browser.#waiting.values()) reject(new Error("the browser has gone"));
      browser.#waiting.clear();
    });
    browser.#process.stdio[4].setEncoding("utf8").on("data", (text) => browser.#receive(text));
    const { targetInfos } = await browser.#send("Target.getTargets", {});
    const page = targetInfos.find((target) => target.type === "page");
    const { sessionId } = await browser.#send("Target.attachToTarget", { targetId: page.targetId, flatten: true });
    browser.session = sessionId;
    for (const domain of ["Page", "Runtime", "Log"]) await browser.call(`${domain}.enable`);
    return browser;
  }

  #receive(text) {
    const parts = (this.#rest + text).split("\0");
    this.#rest = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      if (message.id) {
        const { resolve, reject } = this.#waiting.get(message.id) ?? {};
        this.#waiting.delete(message.id);
        if (message.error) reject?.(new Error(message.error.message));
        else resolve?.(message.result);
      } else {
        this.#listeners.forEach((listener) => listener(message));
      }
    }
  }

  #send(method, params, sessionId) {
    const id = this.#next++;
    this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  call(method, params = {}) {
    return this.#send(method, params, this.session);
  }

  listen(listener) {
    this.#listeners.push(listener);
  }

  /** Opens an address and waits until all of it is there. */
  async open(address) {
    const loaded = new Promise((resolve) => {
      const listener = (message) => {
        if (message.method !== "Page.loadEventFired") return;
        this.#listeners = this.#listeners.filter((other) => other !== listener);
        resolve();
      };
      this.listen(listener);
    });
    await this.call("Page.navigate", { url: address });
    await loaded;
  }

  /** What an expression gives in the page. */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.call("Runtime.evaluate", {
      expression, awaitPromise: true, returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async size(width, height) {
    await this.call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  }

  async media(scheme, media = "", motion = "no-preference") {
    const features = [{ name: "prefers-color-scheme", value: scheme }, { name: "prefers-reduced-motion", value: motion }];
    await this.call("Emulation.setEmulatedMedia", { media, features });
  }

  async key(key) {
    const code = key.length === 1 && /[a-z]/.test(key) ? `Key${key.toUpperCase()}` : key;
    const text = key.length === 1 ? key : undefined;
    const windowsVirtualKeyCode = key === "Escape" ? 27 : key.toUpperCase().charCodeAt(0);
    const event = { key, code, text, windowsVirtualKeyCode };
    await this.call("Input.dispatchKeyEvent", { ...event, type: text ? "keyDown" : "rawKeyDown" });
    await this.call("Input.dispatchKeyEvent", { ...event, type: "keyUp", text: undefined });
  }

  async picture() {
    const { data } = await this.call("Page.captureScreenshot", { format: "png" });
    return Buffer.from(data, "base64");
  }

  async stop() {
    const gone = new Promise((resolve) => this.#process.on("exit", resolve));
    this.#process.kill();
    await gone;
    try {
      rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    } catch {
      // The browser's last processes may still write into it: nothing that a check is about.
    }
  }
}
