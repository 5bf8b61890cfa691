/* A phase portrait to click: its axes are the angles of two tokens, and a click begins an orbit.

   The picture stays as it is; the orbit is drawn over it, by the dynamics of the statement's scene. */
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const { advance } = window.dynamics, { drawn } = window.plots;
  document.querySelectorAll("figure[data-frame]").forEach((figure) => {
    const scene = JSON.parse(figure.querySelector("script[type='application/json']").textContent);
    const [left, top, right, bottom, ...limits] = JSON.parse(figure.dataset.frame);
    const [low, high, floor, ceiling] = limits;
    const [across, up] = JSON.parse(figure.dataset.follows).map((token) => token - 1);
    const image = figure.querySelector("img"), frame = document.createElement("div");
    const says = document.createElement("p");
    frame.className = "portrait";
    image.replaceWith(frame);
    const stage = drawn("svg", { viewBox: "0 0 1000 1000", preserveAspectRatio: "none", tabindex: 0,
      role: "application", "aria-label": "Start an orbit: arrow keys move the start, Enter follows it" });
    const way = drawn("polyline", { class: "way" }), cross = drawn("path", { class: "cross" });
    stage.append(way, cross);
    says.setAttribute("role", "status");
    frame.append(image, stage);
    frame.after(says);
    says.textContent = "Click to start an orbit. Keyboard: arrow keys, then Enter.";

    const clamp = (x, a, b) => Math.min(b, Math.max(a, x));
    const place = ([x, y]) => [1000 * (left + ((right - left) * (x - low)) / (high - low)),
      1000 * (bottom - ((bottom - top) * (y - floor)) / (ceiling - floor))];
    const turn = (token) => Math.atan2(token[1], token[0]);
    let start = [1, 3];

    const mark = () => {
      const [x, y] = place(start);
      cross.setAttribute("d", `M${x - 14} ${y}h28M${x} ${y - 14}v28`);
    };
    /* Angles are followed without jumps: each is the one nearest to the angle before. */
    const follow = () => {
      let y = scene.tokens.map(([a, b]) => [a, b]), angles = [...start];
      [across, up].forEach((token, k) => { y[token] = [Math.cos(start[k]), Math.sin(start[k])]; });
      const h = scene.duration / scene.steps, points = [place(angles)];
      for (let k = 0; k < scene.steps; k += 1) {
        y = advance(scene, y, k, h);
        angles = angles.map((before, n) => {
          const now = turn(y[n ? up : across]);
          return now + 2 * Math.PI * Math.round((before - now) / (2 * Math.PI));
        });
        points.push(place(angles));
      }
      way.setAttribute("points", points.map((p) => p.map((x) => x.toFixed(1)).join(",")).join(" "));
      const [a, b] = start.map((x) => x.toFixed(3)), [c, d] = angles.map((x) => x.toFixed(3));
      says.textContent = `From (${a}, ${b}) to (${c}, ${d}) at time ${scene.duration}, in floating-point numbers.`;
    };
    stage.addEventListener("pointerdown", (event) => {
      const box = stage.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width, y = (event.clientY - box.top) / box.height;
      start = [clamp(low + ((high - low) * (x - left)) / (right - left), low, high),
        clamp(floor + ((ceiling - floor) * (bottom - y)) / (bottom - top), floor, ceiling)];
      mark();
      follow();
    });
    stage.addEventListener("keydown", (event) => {
      const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
      const moved = ways[event.key];
      if (!moved && event.key !== "Enter") return;
      event.preventDefault();
      if (!moved) return follow();
      const size = event.shiftKey ? 0.01 : 0.1;
      start = [clamp(start[0] + size * moved[0], low, high),
        clamp(start[1] + size * moved[1], floor, ceiling)];
      mark();
      says.textContent = `Start (${start.map((x) => x.toFixed(2)).join(", ")}); Enter follows it.`;
    });
    mark();
  });
});
