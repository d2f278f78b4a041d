// Filters, keys and copy buttons. Everything can be read without it.
"use strict";
(() => {
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  for (const code of all("code.command")) {
    const button = make("button", { type: "button", className: "copy", textContent: "copy" });
    button.setAttribute("aria-label", `copy ${code.textContent}`);
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = "copied";
      } catch {
        getSelection().selectAllChildren(code);
        button.textContent = "selected";
      }
      setTimeout(() => { button.textContent = "copy"; }, 1500);
    });
    code.after(button);
  }

  const help = make("dialog", {}, make("h2", { textContent: "Keys" }));
  const keys = [
    ["j", "next discrepancy"], ["k", "previous discrepancy"], ["/", "find an entry"],
    ["Esc", "close an entry, clear the filter"], ["?", "this help"],
  ];
  help.append(
    ...keys.map(([key, what]) => make("p", {}, make("kbd", { textContent: key }), ` ${what}`)),
    make("form", { method: "dialog" }, make("button", { textContent: "close" })),
  );
  help.querySelector("button").addEventListener("click", (event) => { event.preventDefault(); help.close(); });
  document.body.append(help);

  // Filters: by verdict and by text, over entries shown whole, cells of tables, and rows of the list of discrepancies.
  const tools = document.getElementById("tools");
  const order = ["mismatch", "unconfirmed", "unreadable", "undecided", "undefined", "not-attempted", "same-value", "match"];
  const has = (verdict) => document.querySelector(`.claim [data-v=${verdict}], .of-paper [data-v=${verdict}]`);
  const verdicts = tools ? order.filter(has) : [];
  const chosen = new Set();
  let find = null;
  if (verdicts.length) {
    // A page of thousands of entries is not gone through before someone filters it.
    let items = null;
    find = make("input", { type: "search", placeholder: "find an entry" });
    find.setAttribute("aria-label", "find an entry by its text or place");
    const count = make("span", { role: "status" });
    const papers = make("select", {}, make("option", { value: "", textContent: "all papers" }));
    papers.setAttribute("aria-label", "paper");
    for (const paper of all(".of-paper")) {
      papers.append(make("option", { value: paper.dataset.paper, textContent: paper.querySelector("h3").textContent }));
    }
    const apply = () => {
      items ??= all(".claim [data-v], .of-paper [data-v]");
      const text = find.value.trim().toLowerCase();
      const paper = papers.value;
      let [shown, total] = [0, 0];
      const rows = new Set();
      for (const item of items) {
        // A cell that leads to its entry is not counted beside it.
        const counts = !item.querySelector("a.face");
        const row = item.closest("tr");
        const where = row && row.firstElementChild ? `${row.firstElementChild.textContent} ` : "";
        const hit = (!chosen.size || chosen.has(item.dataset.v))
          && (!text || `${item.id} ${where}${item.textContent}`.toLowerCase().includes(text))
          && (!paper || item.closest(".of-paper").dataset.paper === paper);
        total += counts ? 1 : 0;
        shown += hit && counts ? 1 : 0;
        if (item.tagName === "TD") {
          item.classList.toggle("dim", !hit);
          rows.add(row);
        } else {
          item.hidden = !hit;
        }
      }
      const on = chosen.size > 0 || text !== "" || paper !== "";
      for (const row of rows) row.hidden = !row.querySelector("[data-v]:not(.dim)");
      for (const part of all(".part")) part.hidden = on && !part.querySelector("tbody tr:not([hidden])");
      for (const group of all(".claim, .of-paper, .of-paper .differences > li")) {
        group.hidden = on && !group.querySelector("[data-v]:not(.dim):not([hidden])");
      }
      count.textContent = on ? `${shown} of ${total}` : "";
    };
    for (const verdict of verdicts) {
      const box = make("input", { type: "checkbox" });
      box.addEventListener("change", () => {
        chosen[box.checked ? "add" : "delete"](verdict);
        apply();
      });
      tools.append(make("label", {}, box, verdict.replace("-", " ")));
    }
    let waiting = 0;
    find.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(apply, 120); });
    const question = make("button", { type: "button", textContent: "?" });
    question.setAttribute("aria-label", "keys");
    question.addEventListener("click", () => help.showModal());
    if (papers.length > 1) tools.append(papers);
    tools.append(find, count, question);
    tools.clear = () => {
      find.value = "";
      papers.value = "";
      chosen.clear();
      all("input[type=checkbox]", tools).forEach((box) => { box.checked = false; });
      apply();
    };
    tools.hidden = false;
  }

  let at = -1;
  const step = (by) => {
    const stops = all("[data-differs], .index .differences tbody tr").filter((stop) => stop.offsetParent !== null);
    if (!stops.length) return;
    at = (at + by + stops.length) % stops.length;
    stops[at].tabIndex = -1;
    stops[at].focus({ preventScroll: true });
    stops[at].scrollIntoView({ block: "center" });
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    if (event.key === "Escape") {
      all("details[name=entry][open]").forEach((entry) => { entry.open = false; });
      if (tools && tools.clear) tools.clear();
    }
    if (event.target.matches("input, textarea, select")) return;
    if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (event.key === "?") help.showModal();
    else if (event.key === "/" && find) find.focus();
    else return;
    event.preventDefault();
  });
})();
