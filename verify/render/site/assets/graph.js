// The statement under the pointer, or the one that has the focus, shows its own arcs alone.
"use strict";
const graph = document.querySelector("svg.graph");
function show(event) {
  const key = event.target.closest("a[data-key]")?.dataset.key;
  graph.classList.toggle("near", key !== undefined);
  for (const arc of graph.querySelectorAll("g > path")) {
    arc.classList.toggle("own", key !== undefined && [arc.dataset.from, arc.dataset.to].includes(key));
  }
}
graph.addEventListener("pointerover", show);
graph.addEventListener("focusin", show);
