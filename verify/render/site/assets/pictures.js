/* Pictures of witnesses: a scene, drawn, to be moved by the reader.

   A picture is no evidence; `dynamics.js` says what is computed. Nothing is fetched: a scene is JSON
   inside its figure. */
"use strict";
(() => {
  const { length, plus, scaled, normalised, turned, advance, follow, measured, met } =
    window.dynamics;
  const { drawn, shown, plot } = window.plots;

  // ---------------------------------------------------------------- small things

  const still = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

  // ---------------------------------------------------------------- one picture

  const RADIUS = 100, TRAIL = 46, POINTS = 600;

  class Picture {
    constructor(figure) {
      this.figure = figure;
      this.scene = JSON.parse(figure.querySelector("script[type='application/json']").textContent);
      this.flat = this.scene.tokens[0].length === 2;
      this.yaw = -0.5;
      this.pitch = 0.35;
      this.colours = this.scene.colours;
      this.given = this.scene.tokens.map((token) => [...token]);
      this.part = (name) => figure.querySelector(`[data-part="${name}"]`);
      this.playing = null;
      this.stage();
      this.knobs();
      this.controls();
      this.restart();
      this.error();
      figure.classList.add("alive");
    }

    // -------------------------------------------------------------- time

    restart() {
      this.pause();
      this.k = 0;
      this.y = this.given.map((token) => [...token]);
      this.keep = Math.max(1, Math.ceil(this.scene.steps / POINTS));
      this.past = [{ t: 0, y: this.y }];
      this.readings = this.scene.watch.map((w) => [measured(this.scene, w, 0, this.y)]);
      this.told = new Set();
      this.part("log").replaceChildren();
      this.scene.watch.forEach((watch, w) => watch.tells.forEach((tell) => {
        if (!met(tell, this.readings[w][0])) return;
        this.told.add(tell);
        if (tell.atStart) this.say(tell.says, 0);
      }));
      this.draw();
    }

    get h() { return this.scene.duration / this.scene.steps; }

    get time() { return this.k * this.h; }

    step() {
      this.y = advance(this.scene, this.y, this.k, this.h);
      this.k += 1;
      const values = this.scene.watch.map((watch) => measured(this.scene, watch, this.time, this.y));
      this.scene.watch.forEach((watch, w) => watch.tells.forEach((tell) => {
        if (tell.atStart || this.told.has(tell) || !met(tell, values[w])) return;
        this.told.add(tell);
        this.say(tell.says, this.time);
      }));
      if (this.k % this.keep === 0 || this.k === this.scene.steps) {
        this.past.push({ t: this.time, y: this.y });
        values.forEach((value, w) => this.readings[w].push(value));
      }
    }

    until(k) {
      const end = Math.min(Math.round(k), this.scene.steps);
      while (this.k < end) this.step();
      this.draw();
    }

    play() {
      if (this.k >= this.scene.steps) this.restart();
      if (still()) return this.until(this.scene.steps);
      let before = null;
      const frame = (now) => {
        if (before !== null) {
          const pace = this.scene.steps / 12000 * Number(this.part("speed").value);
          this.owed += (now - before) * pace;
          const whole = Math.floor(this.owed);
          this.owed -= whole;
          this.until(this.k + whole);
        }
        before = now;
        this.playing = this.k < this.scene.steps ? requestAnimationFrame(frame) : null;
        this.button();
      };
      this.owed = 0;
      this.playing = requestAnimationFrame(frame);
      this.button();
    }

    pause() {
      if (this.playing !== null) cancelAnimationFrame(this.playing);
      this.playing = null;
      this.button();
    }

    button() {
      this.part("play").textContent = this.playing === null ? "▶ Play" : "❚❚ Pause";
    }

    say(words, t) {
      const line = document.createElement("li");
      const when = this.scene.motion === "layer" ? `After ${Math.round(t)} layers` : `At time ${shown(t)}`;
      line.textContent = t === 0 ? words : `${when}: ${words}`;
      this.part("log").append(line);
    }

    // -------------------------------------------------------------- parameters

    /* Sliders for the step of layers, the temperature of scores and the eigenvalues of a diagonal U. */
    knobs() {
      const { scene } = this, { scores, value, step, steps } = scene;
      const knobs = [];
      if (scene.motion === "layer") knobs.push({ says: "Step", at: step, by: true });
      if (scores.length) knobs.push({ says: "Temperature", at: 1, by: true });
      const matrix = value.length === 1 && value[0].frequency === 0 ? value[0].matrix : [];
      const diagonal = matrix.every((row, a) => row.every((x, b) => a === b || x === 0));
      const values = diagonal ? matrix.map((row, k) => row[k]) : [];
      values.forEach((x, k) => knobs.push({ says: `Eigenvalue ${k + 1}`, at: x, by: false }));
      const now = (says, other) => (knobs.find((one) => one.says === says) || { now: other }).now;
      const change = () => {
        const heat = now("Temperature", 1);
        scene.step = now("Step", step);
        scene.scores = scores.map((wave) =>
          ({ ...wave, matrix: wave.matrix.map((row) => scaled(row, 1 / heat)) }));
        const own = values.map((x, k) => now(`Eigenvalue ${k + 1}`, x));
        if (own.length) {
          scene.value = [{ ...value[0],
            matrix: own.map((x, a) => own.map((_, b) => (a === b ? x : 0))) }];
        }
        // Steps of the method shrink as velocities grow, so that errors do not.
        const size = (list) => Math.max(1, ...list.map(Math.abs));
        const faster = Math.max(1, size(own) / size(values)) * Math.max(1, 1 / heat);
        if (scene.motion !== "layer") scene.steps = Math.ceil(steps * faster);
        const alike = knobs.every((knob) => knob.now === knob.at);
        this.part("altered").textContent = alike ? "" : "Altered: no longer the scene of the statement.";
        this.restart();
        this.error();
      };
      this.part("knobs").replaceChildren(...knobs.map((knob) => {
        const label = document.createElement("label"), range = document.createElement("input");
        const output = document.createElement("output");
        knob.set = (x) => {
          knob.now = x;
          output.textContent = shown(x);
          range.setAttribute("aria-valuetext", shown(x));
        };
        // A step or a temperature is multiplied by up to 8 either way, an eigenvalue moves by up to 3.
        Object.assign(range, { type: "range", min: -3, max: 3, step: 0.05, value: 0 });
        range.addEventListener("input", () => {
          const x = Number(range.value);
          knob.set(x === 0 ? knob.at : knob.by ? knob.at * 2 ** x : knob.at + x);
          change();
        });
        knob.reset = () => { range.value = 0; knob.set(knob.at); };
        knob.reset();
        label.append(`${knob.says} `, range, output);
        return label;
      }));
      this.unaltered = () => { knobs.forEach((knob) => knob.reset()); change(); };
    }

    /* Told for the start as declared: what half the step would change. */
    error() {
      if (this.scene.motion === "layer") return;
      const { scene } = this;
      const once = follow(scene, scene.tokens, scene.steps);
      const twice = follow(scene, scene.tokens, 2 * scene.steps);
      const apart = Math.max(...once.map((token, i) => length(plus(token, twice[i], -1))));
      this.part("error").textContent =
        `Half the step would move the tokens at the end by ${shown(apart)} at most.`;
    }

    // -------------------------------------------------------------- starts

    move(token, place) {
      if (this.scene.motion === "free") place = scaled(place, length(this.scene.tokens[token]));
      this.given[token] = place;
      this.restart();
      this.fields();
    }

    /* Angles in degrees: one on the circle; longitude and latitude on the sphere. */
    angles(token) {
      const [x, y, z] = normalised(this.given[token]);
      const turn = ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
      return this.flat ? [turn] : [turn, (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI];
    }

    place([turn, height = 0]) {
      const a = (turn * Math.PI) / 180, b = (height * Math.PI) / 180;
      const flat = [Math.cos(a), Math.sin(a)];
      return this.flat ? flat : [...scaled(flat, Math.cos(b)), Math.sin(b)];
    }

    fields() {
      this.scene.movable.forEach((token) => {
        const fields = this.figure.querySelectorAll(`input[data-token="${token}"]`);
        this.angles(token).forEach((value, k) => {
          if (fields[k] !== document.activeElement) fields[k].value = value.toFixed(4);
        });
      });
    }

    controls() {
      this.part("play").addEventListener("click", () =>
        (this.playing === null ? this.play() : (this.pause(), this.draw())));
      this.part("step").addEventListener("click", () => {
        this.pause();
        const layer = this.scene.motion === "layer";
        this.until(this.k + (layer ? 1 : Math.max(1, this.scene.steps / 50)));
      });
      this.part("end").addEventListener("click", () => { this.pause(); this.until(this.scene.steps); });
      this.part("reset").addEventListener("click", () => {
        this.given = this.scene.tokens.map((token) => [...token]);
        this.unaltered();
        this.fields();
      });
      this.figure.querySelectorAll("input[data-token]").forEach((field) =>
        field.addEventListener("change", () => {
          const token = Number(field.dataset.token);
          const fields = [...this.figure.querySelectorAll(`input[data-token="${token}"]`)];
          const values = fields.map((one) => Number.parseFloat(one.value));
          if (values.every(Number.isFinite)) this.move(token, this.place(values));
          else this.fields();
        }));
    }

    // -------------------------------------------------------------- drawing

    stage() {
      this.svg = drawn("svg", {
        viewBox: "-140 -140 280 280", class: "stage", role: "group",
        "aria-label": `${this.scene.title}: tokens on the ${this.flat ? "circle" : "sphere"}`,
      });
      this.ground = drawn("g", { class: "ground" });
      this.behind = drawn("g");
      this.trails = drawn("g", { class: "trails", fill: "none" });
      this.front = drawn("g");
      this.svg.append(this.ground, this.behind, this.trails, this.front);
      this.starts = this.scene.tokens.map((_, i) => this.handle(i));
      this.tokens = this.scene.tokens.map((_, i) => this.token(i));
      this.front.append(...this.starts, ...this.tokens);
      this.part("stage").replaceChildren(this.svg);
      this.pointers();
      if (!this.flat) this.turnable();
      this.plots = this.scene.watch.map((watch, w) =>
        plot(this.part(`watch-${w}`), this.scene, watch));
    }

    token(i) {
      const { fill, ink } = this.colours[i % this.colours.length];
      const group = drawn("g", { class: "token", "data-token": i });
      group.append(drawn("circle", { r: 8, fill }),
        drawn("text", { fill: ink, "text-anchor": "middle", dy: "0.36em" }, String(i + 1)));
      return group;
    }

    /* The start of a token, a ring: a reader moves it by pointer or by the arrow keys. */
    handle(i) {
      const movable = this.scene.movable.includes(i);
      const ring = drawn("g", { class: movable ? "start movable" : "start", "data-token": i });
      ring.append(drawn("circle", { r: 11, fill: "transparent",
        stroke: this.colours[i % this.colours.length].fill }),
      drawn("text", { "text-anchor": "middle", dy: "0.36em" }, String(i + 1)));
      if (!movable) return ring;
      for (const [key, value] of Object.entries({
        tabindex: 0, role: "slider", "aria-label": `Start of token ${i + 1}`,
        "aria-valuemin": 0, "aria-valuemax": 360 })) ring.setAttribute(key, value);
      ring.addEventListener("keydown", (event) => {
        const ways = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [1, 1], ArrowDown: [-1, 1] };
        const way = ways[event.key];
        if (!way) return;
        event.preventDefault();
        const angles = this.angles(i), which = this.flat ? 0 : way[1];
        // On the sphere a longitude grows to the right, on the circle an angle grows to the left.
        angles[which] += (!this.flat && !which ? -1 : 1) * way[0] * (event.shiftKey ? 0.1 : 2);
        if (!this.flat) angles[1] = Math.max(-89.9, Math.min(89.9, angles[1]));
        this.move(i, this.place(angles));
      });
      return ring;
    }

    /* From the screen to the circle or to the side of the sphere that is seen. */
    under(event) {
      const point = new DOMPoint(event.clientX, event.clientY)
        .matrixTransform(this.svg.getScreenCTM().inverse());
      const x = point.x / RADIUS, y = -point.y / RADIUS, size = Math.hypot(x, y);
      if (this.flat) return size > 1e-6 ? [x / size, y / size] : null;
      const shrunk = Math.max(1, size);
      const seen = [x / shrunk, y / shrunk, Math.sqrt(Math.max(0, 1 - (size / shrunk) ** 2))];
      return this.unturned(seen);
    }

    pointers() {
      this.svg.addEventListener("pointerdown", (event) => {
        const held = event.target.closest("[data-token]");
        const token = held ? Number(held.dataset.token) : -1;
        if (token >= 0 ? !this.scene.movable.includes(token) : this.flat) return;
        event.preventDefault();
        this.svg.setPointerCapture(event.pointerId);
        if (token >= 0) this.starts[token].focus({ preventScroll: true });
        let last = [event.clientX, event.clientY];
        const drag = (moving) => {
          if (token >= 0) {
            const place = this.under(moving);
            if (place) this.move(token, place);
          } else {
            this.turn((moving.clientX - last[0]) / 120, (moving.clientY - last[1]) / 120);
            last = [moving.clientX, moving.clientY];
          }
        };
        const drop = () => {
          this.svg.removeEventListener("pointermove", drag);
          ["pointerup", "pointercancel"].forEach((e) => this.svg.removeEventListener(e, drop));
        };
        this.svg.addEventListener("pointermove", drag);
        ["pointerup", "pointercancel"].forEach((e) => this.svg.addEventListener(e, drop));
      });
    }

    turnable() {
      this.svg.style.touchAction = "none";
      this.svg.setAttribute("tabindex", 0);
      this.svg.addEventListener("keydown", (event) => {
        const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
        if (event.target !== this.svg || !ways[event.key]) return;
        event.preventDefault();
        this.turn(ways[event.key][0] * 0.1, ways[event.key][1] * 0.1);
      });
    }

    turn(yaw, pitch) {
      this.yaw += yaw;
      this.pitch = Math.max(-1.5, Math.min(1.5, this.pitch + pitch));
      this.draw();
    }

    /* To the view: x to the right, y upwards, z towards the reader. The third axis stands upright. */
    seen([x, y, z = 0]) {
      if (this.flat) return [x, y, 0];
      const a = x * Math.cos(this.yaw) - y * Math.sin(this.yaw);
      const b = x * Math.sin(this.yaw) + y * Math.cos(this.yaw);
      const c = Math.cos(this.pitch), s = Math.sin(this.pitch);
      return [a, z * c + b * s, z * s - b * c];
    }

    unturned([u, v, w]) {
      const c = Math.cos(this.pitch), s = Math.sin(this.pitch);
      const b = v * s - w * c, z = v * c + w * s;
      return [u * Math.cos(this.yaw) + b * Math.sin(this.yaw),
        -u * Math.sin(this.yaw) + b * Math.cos(this.yaw), z];
    }

    at(place, size = 1) {
      const [x, y, depth] = this.seen(normalised(place));
      return { x: size * RADIUS * x, y: -size * RADIUS * y, front: depth >= 0 };
    }

    draw() {
      if (!this.front) return;
      this.drawGround();
      this.drawTrails();
      this.y.forEach((token, i) => {
        const at = this.at(token);
        this.tokens[i].setAttribute("transform", `translate(${at.x.toFixed(2)} ${at.y.toFixed(2)})`);
        this.tokens[i].classList.toggle("hidden-side", !at.front);
        const start = this.at(this.given[i]);
        this.starts[i].setAttribute(
          "transform", `translate(${start.x.toFixed(2)} ${start.y.toFixed(2)})`);
        this.starts[i].classList.toggle("hidden-side", !start.front);
        if (this.starts[i].hasAttribute("role")) {
          const [turn, height] = this.angles(i);
          this.starts[i].setAttribute("aria-valuenow", turn.toFixed(1));
          this.starts[i].setAttribute("aria-valuetext", this.flat ? `${turn.toFixed(1)} degrees`
            : `longitude ${turn.toFixed(0)}, latitude ${height.toFixed(0)} degrees`);
        }
      });
      this.part("time").textContent = this.scene.motion === "layer"
        ? `${this.k} of ${this.scene.steps} layers`
        : `time ${this.time.toFixed(2)} of ${shown(this.scene.duration)}`;
      const times = this.past.map((p) => p.t);
      this.plots.forEach((drawAgain, w) => drawAgain(
        measured(this.scene, this.scene.watch[w], this.time, this.y), times, this.readings[w]));
    }

    drawGround() {
      const parts = [drawn("circle", { r: RADIUS, class: "rim" })];
      if (!this.flat) {
        for (const [u, v] of [[[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, 0, 1]], [[0, 1, 0], [0, 0, 1]]]) {
          const circle = Array.from({ length: 97 }, (_, k) => {
            const a = (k * Math.PI) / 48;
            return plus(scaled(u, Math.cos(a)), v, Math.sin(a));
          });
          parts.push(...this.lines(circle.map((p) => this.at(p)), { class: "grid" }));
        }
      }
      this.scene.marks.forEach((mark) => {
        const end = this.at(turned(mark, this.time));
        const label = this.at(turned(mark, this.time), 1.24);
        parts.push(drawn("line", { x1: 0, y1: 0, x2: end.x, y2: end.y,
          class: end.front ? "mark" : "mark far" }),
        drawn("text", { x: label.x, y: label.y, dy: "0.36em", class: "mark-name" }, mark.name));
      });
      this.ground.replaceChildren(...parts);
    }

    /* Pieces of a line in front and behind: on the sphere what is behind is dashed. */
    lines(points, attributes) {
      const pieces = [];
      points.forEach((point, k) => {
        const last = pieces[pieces.length - 1];
        if (k > 0) last.points.push(point);
        if (k === 0 || last.front !== point.front) pieces.push({ front: point.front, points: [point] });
      });
      return pieces.filter((p) => p.points.length > 1).map((piece) => drawn("polyline", {
        ...attributes, class: `${attributes.class}${piece.front ? "" : " far"}`,
        points: piece.points.map((p) => `${p.x.toFixed(2)},${p.y.toFixed(2)}`).join(" ") }));
    }

    /* On the circle the past lies further in, else all trails would cover each other. */
    drawTrails() {
      const last = this.past[this.past.length - 1].t;
      const parts = this.y.flatMap((_, i) => {
        const way = this.past.map((p) => this.at(
          p.y[i], this.flat ? 1 - (TRAIL / 100) * ((last - p.t) / this.scene.duration) : 1));
        return this.lines(way, { class: "trail", stroke: this.colours[i % this.colours.length].fill });
      });
      this.trails.replaceChildren(...parts);
    }
  }

  const pictures = [];
  function begin() {
    document.querySelectorAll("figure.scene").forEach((figure) => pictures.push(new Picture(figure)));
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
  window.pictures = pictures;
})();
