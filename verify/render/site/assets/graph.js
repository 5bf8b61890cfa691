/* The graph of statements: to be moved, searched and filtered. It is drawn without this script. */
"use strict";
(() => {
  const graph = document.querySelector("[data-part='graph']");
  if (!graph) return;
  document.documentElement.classList.add("scripted");
  const svg = graph.querySelector("svg");
  const nodes = [...svg.querySelectorAll(".node")], edges = [...svg.querySelectorAll(".edge")];
  const whole = svg.dataset.box.split(" ").map(Number);
  const LEGIBLE = 0.85;  // pixels to a unit at which names can be read
  let view = [...whole];

  // ---------------------------------------------------------------- the part that is seen

  const size = () => svg.getBoundingClientRect();
  function show(next) {
    view = next;
    svg.setAttribute("viewBox", view.map((x) => x.toFixed(2)).join(" "));
  }
  /* How many units of the drawing a pixel is. */
  const scale = () => Math.max(view[2] / size().width, view[3] / size().height);

  function zoom(factor, at = null) {
    const [x, y, width, height] = view;
    const least = 260 / whole[2], most = 1.6;
    const share = Math.max(least, Math.min(most, (width / factor) / whole[2])) * whole[2] / width;
    const [u, v] = at || [x + width / 2, y + height / 2];
    show([u - (u - x) * share, v - (v - y) * share, width * share, height * share]);
  }
  function pan(right, down) { show([view[0] + right, view[1] + down, view[2], view[3]]); }
  function under(event) {
    const point = new DOMPoint(event.clientX, event.clientY)
      .matrixTransform(svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }
  /* All of its width, from the top; on a narrow screen as much of it as can be read. */
  function fit() {
    const { width, height } = size();
    const wide = Math.min(whole[2], width / LEGIBLE);
    show([whole[0], whole[1], wide, Math.min(whole[3], (wide * height) / width)]);
  }
  function all() { show([...whole]); }
  function placeOf(node) {
    const [, x, y] = node.getAttribute("transform").match(/translate\(([-\d.]+) ([-\d.]+)\)/);
    return [Number(x), Number(y)];
  }
  /* Show a box in the middle, and large enough to be read, unless it is seen so. */
  function reveal(node) {
    const [x, y] = placeOf(node), room = size();
    const [left, top] = view, share = Math.min(1, 1 / (LEGIBLE * scale()));
    const [width, height] = [Math.min(view[2] * share, room.width / LEGIBLE), view[3] * share];
    if (share < 1 || x - 90 < left || x + 90 > left + width || y - 40 < top || y + 40 > top + height) {
      show([x - width / 2, y - height / 2, width, height]);
    }
  }

  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), under(event));
  }, { passive: false });

  let drag = null, dragged = false;
  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    drag = [event.clientX, event.clientY];
    dragged = false;
  });
  window.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [x, y] = [event.clientX - drag[0], event.clientY - drag[1]];
    if (!dragged && Math.hypot(x, y) < 4) return;
    dragged = true;
    svg.classList.add("held");
    pan(-x * scale(), -y * scale());
    drag = [event.clientX, event.clientY];
  });
  ["pointerup", "pointercancel"].forEach((name) => window.addEventListener(name, () => {
    drag = null;
    svg.classList.remove("held");
    setTimeout(() => { dragged = false; });  // after the click that a drag ends with
  }));
  // A drag that ends on a box does not open it.
  svg.addEventListener("click", (event) => { if (dragged) event.preventDefault(); }, true);
  svg.addEventListener("dragstart", (event) => event.preventDefault());

  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [, , width, height] = view;
    const act = {
      "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: all,
      ArrowLeft: () => pan(-width / 10, 0), ArrowRight: () => pan(width / 10, 0),
      ArrowUp: () => pan(0, -height / 10), ArrowDown: () => pan(0, height / 10),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  document.querySelectorAll("[data-zoom]").forEach((button) => button.addEventListener("click", () =>
    ({ in: () => zoom(1.4), out: () => zoom(1 / 1.4), all })[button.dataset.zoom]()));

  // ---------------------------------------------------------------- neighbours

  const preview = document.querySelector("[data-part='preview']");
  function near(node) {
    const [name, ...claim] = node ? node.querySelector("title").textContent.split("\n") : [""];
    preview.replaceChildren(Object.assign(document.createElement("b"), { textContent: name }),
      claim.length ? `. ${claim.join(" ")}` : "");
    svg.classList.toggle("near", node !== null);
    nodes.forEach((one) => one.classList.remove("at", "beside"));
    edges.forEach((edge) => edge.classList.remove("beside"));
    if (!node) return;
    node.classList.add("at");
    const key = node.dataset.key;
    const beside = new Set();
    edges.filter((e) => e.dataset.from === key || e.dataset.to === key).forEach((edge) => {
      edge.classList.add("beside");
      beside.add(edge.dataset.from).add(edge.dataset.to);
    });
    nodes.filter((one) => one !== node && beside.has(one.dataset.key))
      .forEach((one) => one.classList.add("beside"));
  }
  nodes.forEach((node) => {
    node.addEventListener("pointerenter", () => { if (!drag) near(node); });
    node.addEventListener("pointerleave", () => near(null));
    node.addEventListener("focus", () => {
      near(node);
      if (node.matches(":focus-visible")) reveal(node);
    });
    node.addEventListener("blur", () => near(null));
  });

  // ---------------------------------------------------------------- search and filters

  const find = document.querySelector("[data-part='find']");
  const count = document.querySelector("[data-part='count']");
  const filters = [...document.querySelectorAll("[data-filter]")];

  function told() {
    const words = find.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const off = filters.filter((box) => !box.checked).map((box) => [box.dataset.filter, box.value]);
    const out = new Set();
    let found = 0, shown = 0;
    nodes.forEach((node) => {
      const hidden = off.some(([about, value]) => node.dataset[about] === value);
      const title = node.querySelector("title").textContent.toLowerCase();
      const hit = !hidden && words.length > 0 && words.every((word) => title.includes(word));
      node.classList.toggle("out", hidden);
      node.classList.toggle("found", hit);
      if (hidden) node.setAttribute("tabindex", "-1");
      else node.removeAttribute("tabindex");
      if (hidden) out.add(node.dataset.key);
      shown += hidden ? 0 : 1;
      found += hit ? 1 : 0;
    });
    edges.forEach((edge) => edge.classList.toggle("out",
      out.has(edge.dataset.from) || out.has(edge.dataset.to)));
    svg.classList.toggle("finding", words.length > 0);
    count.textContent = words.length ? `${found} found` : `${shown} of ${nodes.length} shown`;
  }
  find.addEventListener("input", () => {
    told();
    const first = nodes.find((node) => node.classList.contains("found"));
    if (first) reveal(first);
  });
  find.addEventListener("keydown", (event) => {
    const first = nodes.find((node) => node.classList.contains("found"));
    if (event.key === "Enter" && first) { event.preventDefault(); first.focus(); reveal(first); }
    if (event.key === "Escape") { find.value = ""; told(); }
  });
  filters.forEach((box) => box.addEventListener("change", told));
  told();
  fit();
})();
