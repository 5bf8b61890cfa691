/* The dynamics of a scene, and what is read of it, in floating-point numbers.

   Flows are followed by the classical Runge-Kutta method with equal steps, tokens being put back on
   their sphere after each; layers are computed as they are. States have one token a row. */
"use strict";
(() => {
  // ---------------------------------------------------------------- vectors

  const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
  const length = (a) => Math.sqrt(dot(a, a));
  const plus = (a, b, share = 1) => a.map((x, k) => x + share * b[k]);
  const scaled = (a, share) => a.map((x) => share * x);
  const normalised = (a) => scaled(a, 1 / length(a));
  const times = (m, a) => m.map((row) => dot(row, a));
  const cross = (a, b) => [
    a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  // Exact near 0 and 180 degrees, where the inverse cosine is not.
  const angle = (a, b) =>
    (360 / Math.PI) * Math.atan2(length(plus(a, b, -1)), length(plus(a, b)));

  // ---------------------------------------------------------------- dynamics

  function matrixAt(waves, t) {
    if (!waves.length) return null;
    return waves[0].matrix.map((row, a) => row.map((_, b) => waves.reduce(
      (sum, w) => sum + w.matrix[a][b] * Math.cos(w.frequency * t + w.phase), 0)));
  }

  /* sum_j a_ij U y_j for every token: softmax rows over what the mask lets token i see. */
  function pull(scene, t, y) {
    const scores = matrixAt(scene.scores, t), value = matrixAt(scene.value, t);
    const keys = scores ? y.map((token) => times(scores, token)) : null;
    const messages = value ? y.map((token) => times(value, token)) : y;
    return y.map((token, i) => {
      const logits = keys ? keys.map((key) => dot(token, key)) : y.map(() => 0);
      const seen = y.map((_, j) => j).filter((j) => scene.mask[i][j]);
      const most = Math.max(...seen.map((j) => logits[j]));
      const weights = seen.map((j) => Math.exp(logits[j] - most));
      const share = scene.rowSum / weights.reduce((sum, w) => sum + w, 0);
      return seen.reduce(
        (sum, j, k) => plus(sum, messages[j], share * weights[k]), token.map(() => 0));
    });
  }

  function velocity(scene, t, y) {
    if (scene.motion === "free") return pull(scene, t, y.map(normalised));
    return pull(scene, t, y).map((p, i) => plus(p, y[i], -dot(y[i], p)));
  }

  const moved = (y, v, share) => y.map((token, i) => plus(token, v[i], share));

  /* One step, from the time k h to (k + 1) h, or one layer. */
  function advance(scene, y, k, h) {
    if (scene.motion === "layer") {
      return moved(y, pull(scene, 0, y), scene.step).map(normalised);
    }
    const t = k * h;
    const a = velocity(scene, t, y);
    const b = velocity(scene, t + h / 2, moved(y, a, h / 2));
    const c = velocity(scene, t + h / 2, moved(y, b, h / 2));
    const d = velocity(scene, t + h, moved(y, c, h));
    const next = moved(moved(moved(moved(y, a, h / 6), b, h / 3), c, h / 3), d, h / 6);
    return scene.motion === "free" ? next : next.map(normalised);
  }

  /* The tokens at the end, in `steps` equal steps (layers: in that many layers). */
  function follow(scene, start, steps) {
    const h = scene.duration / steps;
    let y = start;
    for (let k = 0; k < steps; k += 1) y = advance(scene, y, k, h);
    return y;
  }

  // ---------------------------------------------------------------- what is watched

  function turned(mark, t) {
    const c = Math.cos(mark.speed * t), s = Math.sin(mark.speed * t);
    const [x, y, ...rest] = mark.along;
    return [c * x - s * y, s * x + c * y, ...rest];
  }

  /* The largest least coordinate along any direction: that of the centre of the smallest cap that
     holds the tokens, which one, two or three of them determine. */
  function hemisphere(z) {
    const centres = [...z];
    z.forEach((a, i) => z.slice(i + 1).forEach((b, j) => {
      centres.push(plus(a, b));
      if (a.length === 2) return;
      z.slice(i + j + 2).forEach((c) => {
        const normal = cross(plus(b, a, -1), plus(c, a, -1));
        centres.push(normal, scaled(normal, -1));
      });
    }));
    const margins = centres.filter((c) => length(c) > 1e-9).map((c) => {
      const unit = normalised(c);
      return Math.min(...z.map((token) => dot(unit, token)));
    });
    return Math.max(...margins);
  }

  function measured(scene, watch, t, y) {
    const z = y.map(normalised), [i, j] = watch.tokens;
    const mark = watch.mark < 0 ? null : turned(scene.marks[watch.mark], t);
    switch (watch.of) {
      case "distance": return length(plus(z[i], z[j], -1));
      case "spread": return Math.max(0, ...z.flatMap((a) => z.map((b) => length(plus(a, b, -1)))));
      case "angle": return angle(z[i], mark || z[j]);
      case "margin": return Math.min(...z.map((token) => dot(mark, token)));
      case "hemisphere": return hemisphere(z);
      case "length": return length(y[i]);
      default: return NaN;
    }
  }

  const met = (tell, value) =>
    tell.above !== null ? value > tell.above : value < tell.below;

  window.dynamics = {
    length, plus, scaled, normalised, turned, velocity, advance, follow, measured, met,
  };
})();
