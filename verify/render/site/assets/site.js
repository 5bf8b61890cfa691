// Search, the theme, and data that is read when it is asked for: by scripts, without a network.
"use strict";
(() => {
  const root = document.documentElement;

  // Without a script there would be nothing to search or to switch with.
  document.querySelector("body > header").insertAdjacentHTML("beforeend", `<search class="search">
    <label for="search" class="unseen">Find a statement</label>
    <input id="search" type="search" placeholder="Find a statement ( / )" autocomplete="off"
      role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list">
    <ul id="found" role="listbox" aria-label="Statements found" hidden></ul>
    <p id="found-count" class="unseen" role="status"></p></search>
    <button id="theme" type="button" aria-label="Dark colours" title="Light or dark">◐</button>`);

  // ---------------------------------------------------------------- light or dark
  const button = document.getElementById("theme");
  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme || (systemIsDark.matches ? "dark" : "light")) === "dark";
  const told = () => button.setAttribute("aria-pressed", String(isDark()));
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* not kept, then */ }
    told();
  });
  systemIsDark.addEventListener("change", told);
  told();

  // ---------------------------------------------------------------- packed data
  const unpacking = {}; // a promise for each file that has been asked for

  const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

  function bytesOf(text) { // of base 85, as Python writes it: five digits are four bytes
    const groups = text.match(/.{1,5}/g);
    const view = new DataView(new ArrayBuffer(4 * groups.length));
    groups.forEach((group, k) => view.setUint32(4 * k,
      [...group.padEnd(5, "~")].reduce((n, digit) => 85 * n + DIGITS.indexOf(digit), 0)));
    return view.buffer.slice(0, view.byteLength - (5 - text.length % 5) % 5);
  }

  function unpacked(path, name) {
    return unpacking[path] ||= new Promise((done, fail) => {
      const script = document.createElement("script");
      script.src = path;
      script.onload = () => done(window.verifyData[name]);
      script.onerror = () => fail(new Error(`${path} is not beside this page`));
      document.head.append(script);
    }).then(async (packed) => {
      if (!window.DecompressionStream) throw new Error("this browser cannot unpack it");
      const stream = new Blob([bytesOf(packed)]).stream().pipeThrough(new DecompressionStream("gzip"));
      return JSON.parse(await new Response(stream).text());
    });
  }

  // ---------------------------------------------------------------- search
  const box = document.getElementById("search");
  const list = document.getElementById("found");
  const status = document.getElementById("found-count");
  const MOST = 12;
  let chosen = -1;

  const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  let entries = []; // read when the box is first used, so that a page is ready before
  const index = () => unpacked(`${root.dataset.root}/assets/search-index.js`, "search").then((all) => {
    if (!entries.length) {
      entries = all.map(([id, title, place, path, steps]) => ({
        id, title, place, path, steps, key: plain(id), words: plain(`${id} ${title} ${place}`),
        stepWords: steps.map(([name, says]) => plain(`${name} ${says}`)),
      }));
    }
  });

  // Lower is better; every word asked for must be there, in the heading or in one of the steps.
  function rank(entry, asked, words) {
    if (entry.key === asked) return [0, -1];
    if (entry.key.startsWith(asked)) return [1, -1];
    if (plain(entry.place).startsWith(asked)) return [2, -1];
    if (words.every((word) => entry.words.includes(word))) return [3, -1];
    const step = entry.stepWords.findIndex((text) => words.every((word) => text.includes(word)));
    return step < 0 ? null : [4, step];
  }

  function find(asked) {
    const words = asked.split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    return entries
      .map((entry, order) => ({ entry, order, at: rank(entry, words.join(" "), words) }))
      .filter((hit) => hit.at)
      .sort((a, b) => a.at[0] - b.at[0] || a.order - b.order);
  }

  // As `step_anchor` in formula_blocks.py names it; left out of the index, which names every step.
  const SPELLED = { "'": "_prime", "+": "_plus", _: "__", "*": "_star" };
  const stepAnchor = (name) => `step-${[...name.trim().replace(/\s+/g, "-")].map((c) =>
    /[A-Za-z0-9.-]/.test(c) ? c : SPELLED[c] || `_u${c.codePointAt(0).toString(16).padStart(4, "0")}_`).join("")}`;

  async function show() {
    try {
      await index();
    } catch (error) {
      status.textContent = `Search does not work: ${error.message}`;
      return;
    }
    const hits = find(plain(box.value.trim()));
    list.replaceChildren(...hits.slice(0, MOST).map(({ entry, at }, k) => {
      const item = document.createElement("li");
      const step = at[1] < 0 ? null : entry.steps[at[1]];
      item.id = `found-${k}`;
      item.setAttribute("role", "option");
      item.dataset.path = `${root.dataset.root}/${entry.path}${step ? `#${stepAnchor(step[0])}` : ""}`;
      item.append(`${entry.id}  ${entry.title}`);
      const small = document.createElement("small");
      small.textContent = step ? `step “${step[0]}”: ${step[1]}` : entry.place;
      item.append(small);
      return item;
    }));
    choose(hits.length ? 0 : -1);
    list.hidden = !hits.length;
    box.setAttribute("aria-expanded", String(!!hits.length));
    status.textContent = box.value.trim() ? `${hits.length} found` : "";
  }

  function choose(k) {
    chosen = k;
    [...list.children].forEach((item, j) => item.setAttribute("aria-selected", String(j === k)));
    if (k < 0) return box.removeAttribute("aria-activedescendant");
    box.setAttribute("aria-activedescendant", `found-${k}`);
    list.children[k].scrollIntoView({ block: "nearest" });
  }

  function close() {
    list.hidden = true;
    box.setAttribute("aria-expanded", "false");
    choose(-1);
  }

  const open = (item) => { close(); location.href = item.dataset.path; };
  box.addEventListener("input", show);
  box.addEventListener("focus", () => { if (box.value) show(); });
  box.addEventListener("blur", () => setTimeout(close, 150)); // a click on an entry comes first
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => {
    const item = event.target.closest("li");
    if (item) open(item);
  });
  box.addEventListener("keydown", (event) => {
    const count = list.children.length;
    if (event.key === "Enter") show().then(() => { if (chosen >= 0) open(list.children[chosen]); });
    else if (event.key === "Escape") { box.value = ""; close(); }
    else if (event.key === "ArrowDown" && count) choose((chosen + 1) % count);
    else if (event.key === "ArrowUp" && count) choose((chosen + count - 1) % count);
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    box.focus();
  });

  // ---------------------------------------------------------------- evidence
  const article = document.querySelector("article[data-file]");

  // JSON with everything on one line that fits on one.
  function pretty(value, indent = "") {
    const short = JSON.stringify(value);
    if (short.length + indent.length <= 104 || typeof value !== "object" || !value) return short;
    const more = `${indent}  `;
    const parts = Array.isArray(value)
      ? value.map((item) => more + pretty(item, more))
      : Object.entries(value).map(([k, v]) => `${more}${JSON.stringify(k)}: ${pretty(v, more)}`);
    const [first, last] = Array.isArray(value) ? "[]" : "{}";
    return `${first}\n${parts.join(",\n")}\n${indent}${last}`;
  }

  function tool(words, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.addEventListener("click", () => act(made));
    return made;
  }

  const SUFFIX = { certificate: ".json", goal: ".v" };

  async function fill(place, kind, step) {
    try {
      const found = (await unpacked(article.dataset.file, article.dataset.id))[kind];
      const text = kind === "goal" ? found[step] : pretty(found[step]);
      place.textContent = text;
      const name = `${article.dataset.id}.${step.replace("step-", "")}`.replace(/[^\w.+-]+/g, "-");
      const tools = document.createElement("p");
      tools.className = "tools";
      tools.append(
        tool("Copy", async (made) => {
          await navigator.clipboard.writeText(text);
          made.textContent = "Copied";
        }),
        tool("Save", () => {
          const link = document.createElement("a");
          link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
          link.download = name + SUFFIX[kind];
          link.click();
          setTimeout(() => URL.revokeObjectURL(link.href), 1000);
        }),
      );
      place.parentElement.before(tools);
    } catch (error) {
      place.textContent = `Not shown: ${error.message}.`;
    }
  }

  // A place that is filled when it is opened: what machines check is long, and seldom read.
  function onDemand(parent, title, kind, step) {
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    const pre = document.createElement("pre");
    const code = document.createElement("code");
    details.className = "data";
    summary.textContent = title;
    pre.tabIndex = 0;
    pre.append(code);
    details.append(summary, pre);
    details.addEventListener("toggle", () => fill(code, kind, step), { once: true });
    parent.append(details);
  }

  async function unfold(details, at) { // what was printed as HTML, with its text escaped
    try {
      const { evidence } = await unpacked(article.dataset.file, article.dataset.id);
      details.firstElementChild.insertAdjacentHTML("afterend", evidence[at]);
    } catch (error) {
      details.append(`Not shown: ${error.message}.`);
    }
  }

  async function coq(details) { // the theorem, beside the claim in formulas
    const pre = document.createElement("pre");
    pre.tabIndex = 0;
    details.append(pre);
    try {
      pre.textContent = (await unpacked(article.dataset.file, article.dataset.id)).copies.Coq;
    } catch (error) {
      pre.textContent = `Not shown: ${error.message}.`;
    }
  }

  for (const details of document.querySelectorAll("details[data-has]")) {
    const step = details.id || details.closest("section").id;
    details.addEventListener("toggle", () => {
      const { has } = details.dataset;
      if (has.includes("e")) unfold(details, step);
      if (has.includes("q")) coq(details);
      if (has.includes("c")) onDemand(details, "Certificate, as the checker reads it", "certificate", step);
      if (has.includes("g")) onDemand(details, "Coq goal and proof script", "goal", step);
    }, { once: true });
  }

  // On a wide screen the claim stands open in formulas and in Coq, side by side.
  if (window.matchMedia("(min-width: 70rem)").matches) {
    document.querySelectorAll(".formal > details").forEach((details) => { details.open = true; });
  }

  // What copies a statement: its BibTeX entry stands there, the rest is packed.
  const cite = document.querySelector("details.cite");
  if (cite) {
    const line = document.createElement("p");
    line.className = "tools";
    const copied = (text) => async (made) => {
      const words = made.textContent;
      try {
        await navigator.clipboard.writeText(await text());
        made.textContent = "Copied";
      } catch (error) { made.textContent = `Not copied: ${error.message}`; }
      setTimeout(() => { made.textContent = words; }, 2000);
    };
    const packed = (kind) => async () => {
      const { copies } = await unpacked(article.dataset.file, article.dataset.id);
      if (!copies[kind]) throw new Error("it has no theorem of its own");
      return copies[kind];
    };
    line.append(
      tool("Copy BibTeX", copied(async () => cite.querySelector("code").textContent)),
      tool("Copy LaTeX", copied(packed("LaTeX"))),
      tool("Copy Coq", copied(packed("Coq"))),
    );
    cite.firstElementChild.after(line);
  }

  // Letters in formulas: by hover, tap or keyboard each says what it stands for.
  const says = new Map();
  for (const item of document.querySelectorAll(".where li")) {
    const letter = item.querySelector("mi");
    if (letter && !says.has(letter.textContent)) says.set(letter.textContent, item);
  }
  for (const item of document.querySelectorAll(".letters li")) {
    for (const letter of item.dataset.letter.split(" ")) says.set(letter, item);
  }
  const whole = (letter) => { // p in a name of its own, p with a subscript, is not p
    const name = letter.parentElement.localName === "msub" && letter.parentElement.textContent;
    return says.has(name) ? name : letter.textContent;
  };
  if (says.size) {
    const note = document.createElement("div");
    note.id = "letter-note";
    note.setAttribute("role", "tooltip");
    document.body.append(note);
    const hide = () => note.replaceChildren();
    const tell = ({ target }) => {
      const letter = target.closest?.("mi.letter");
      if (!letter) return;
      note.replaceChildren(...[...says.get(whole(letter)).childNodes].map((n) => n.cloneNode(true)));
      const at = letter.getBoundingClientRect();
      note.style.top = `${at.bottom + scrollY}px`;
      note.style.left = `${Math.max(8, Math.min(at.left, document.body.clientWidth - note.offsetWidth - 8))}px`;
    };
    const reached = new Set();
    for (const letter of document.querySelectorAll("article math mi")) {
      if (!says.has(whole(letter)) || letter.closest(".letters")) continue;
      letter.classList.add("letter");
      if (reached.has(whole(letter)) || letter.closest("details:not([open])")) continue; // one of each is enough for a keyboard
      reached.add(whole(letter));
      letter.tabIndex = 0;
      letter.setAttribute("aria-describedby", "letter-note");
    }
    for (const event of ["mouseover", "focusin", "click"]) document.addEventListener(event, tell);
    for (const event of ["mouseout", "focusout"]) document.addEventListener(event, ({ target, relatedTarget }) => {
      if (target.closest?.("mi.letter") && relatedTarget !== note) hide();
    });
    note.addEventListener("mouseleave", hide);
    document.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      hide();
      if (document.activeElement?.matches(".term")) document.activeElement.blur();
    });
  }

  for (const section of document.querySelectorAll(".step[id]")) { // a place to copy a link from
    const number = section.querySelector("h3 > span");
    const link = document.createElement("a");
    link.href = `#${section.id}`;
    link.append(...number.childNodes);
    number.append(link);
  }

  // What is wider than its place scrolls by the arrow keys, too, once it can be reached.
  const WIDE = ".display, .where li, .mutants li, .card details p, details[data-has]";
  const reach = () => document.querySelectorAll(WIDE).forEach((part) => {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  });
  window.addEventListener("resize", reach);
  document.addEventListener("toggle", reach, true);
  reach();

  // A button that opens all evidence of a statement, or closes it.
  const evidence = [...document.querySelectorAll("details[data-has]")];
  const heading = document.getElementById("steps");
  if (heading && evidence.length) {
    const made = tool("Open all evidence", () => {
      const opens = evidence.some((details) => !details.open);
      evidence.forEach((details) => { details.open = opens; });
      made.textContent = opens ? "Close all evidence" : "Open all evidence";
    });
    const line = document.createElement("p");
    line.className = "tools";
    line.append(made);
    heading.after(line);
  }
})();
