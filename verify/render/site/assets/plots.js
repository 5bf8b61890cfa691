/* Numbers in words, and a quantity drawn against time. */
"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  function drawn(name, attributes = {}, text = null) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== null) made.textContent = text;
    return made;
  }
  function shown(value) {
    if (!Number.isFinite(value)) return "–";
    const size = Math.abs(value);
    if (size !== 0 && size < 1e-3) {
      const [digits, power] = value.toExponential(1).split("e-");
      return `${digits.replace("-", "−")}·10⁻${[...power].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]).join("")}`;
    }
    return value.toFixed(size < 10 ? 3 : 1).replace("-", "−");
  }

  /* Draw the axes into a box with an `output`; return what draws a value and the readings so far. */
  function plot(box, scene, watch) {
    const svg = drawn("svg", { viewBox: "0 0 300 88", class: "plot", "aria-hidden": "true" });
    const line = drawn("polyline", { class: "curve" });
    const [top, low] = [drawn("text", { x: 0, y: 12 }), drawn("text", { x: 0, y: 72 })];
    const end = shown(scene.duration).replace(/\.0+$/, "");
    svg.append(drawn("path", { class: "axes", d: "M52 4V72H298" }), line, top, low,
      drawn("text", { x: 52, y: 85 }, "0"),
      drawn("text", { x: 298, y: 85, "text-anchor": "end" },
        `${scene.motion === "layer" ? "layers" : "time"} ${end}`));
    box.append(svg);
    const told = box.querySelector("output"), unit = watch.of === "angle" ? "°" : "";
    const scale = watch.logarithmic ? (x) => Math.log10(Math.max(x, 1e-16)) : (x) => x;
    const named = (x) => shown(watch.logarithmic ? 10 ** x : x);
    return (value, times, readings) => {
      told.textContent = shown(value) + unit;
      const marks = readings.map(scale);
      const most = Math.max(...marks), least = Math.min(...marks), flat = most - least < 1e-9;
      top.textContent = named(most);
      low.textContent = flat ? "" : named(least);
      line.setAttribute("points", marks.map((mark, k) => {
        const x = 52 + (246 * times[k]) / scene.duration;
        const share = flat ? 1 : (mark - least) / (most - least);
        return `${x.toFixed(1)},${(70 - 64 * share).toFixed(1)}`;
      }).join(" "));
    };
  }

  window.plots = { drawn, shown, plot };
})();
