// Draws an explorer: its controls, a Vega chart whose named tables are swapped, handles that are dragged, and its words.
// The same code runs in JupyterLab, where the kernel answers (`tiwsExplorer.render`), and on a page, where every state
// is stored (`tiwsExplorer.page`). It is a plain script: pages load it from file://, and widgets as their module.
(() => {
  const PATIENCE = 300; // milliseconds without an answer before it says that it waits
  const GLIDE = 180; // milliseconds of a change that is shown as a movement
  const NARROW = 700; // pixels; below, the chart for phones is drawn
  const MOST_BUTTONS = 6; // more are a list to choose from
  const LETTER = 7.6; // pixels of a letter of the words, generously
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  function element(kind, attributes = {}, ...children) {
    const node = document.createElement(kind);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  }

  function rowsOf(columns) {
    const names = Object.keys(columns);
    return Array.from({ length: columns[names[0]]?.length ?? 0 }, (_, row) =>
      Object.fromEntries(names.map((name) => [name, columns[name][row]])));
  }

  // A table moves if it keeps its rows: as many as before, in the same order by every column of words.
  function moves(before, after) {
    return Object.keys(after).every((name) => before?.[name]?.length === after[name].length
      && after[name].every((value, row) => typeof value === "number"
        ? typeof before[name][row] === "number" : value === before[name][row]));
  }

  const equal = (before, after) => before === after || Boolean(before) && Object.keys(after).every((name) =>
    before[name] === after[name] || before[name]?.length === after[name].length
      && after[name].every((value, row) => value === before[name][row]));

  function between(before, after, share) {
    return Object.fromEntries(Object.entries(after).map(([name, values]) => [name, values.map((value, row) =>
      typeof value === "number" ? before[name][row] + share * (value - before[name][row]) : value)]));
  }

  // Where the plot area of a named view starts, in pixels of the canvas.
  function corner(view, name) {
    let found = [0, 0];
    const walk = (mark, x, y) => {
      if (mark.marktype !== "group") return;
      for (const item of mark.items) {
        const at = [x + (item.x || 0), y + (item.y || 0)];
        if (mark.name === `${name}_group`) found = at;
        for (const inner of item.items || []) walk(inner, ...at);
      }
    };
    walk(view.scenegraph().root, 0, 0);
    const padding = view.padding();
    return [found[0] + view.origin()[0] + padding.left, found[1] + view.origin()[1] + padding.top];
  }

  // Build an explorer in `el`. `ask(at, number)` requests a frame for the controls' places; `show(frame)` draws one.
  function mount(el, face, ask) {
    window.tiwsMade = (window.tiwsMade ?? 0) + 1;  // of the page: a notebook loads this script for each explorer
    const id = `tiws-${window.tiwsMade}`;
    let at = {}; // name of a control -> place of its value
    let tables = {}; // as drawn
    let view = null;
    let wide = null; // whether the wide chart is drawn
    let latest = 0;
    let number = 0; // of the last request
    let changed = -GLIDE;
    let drawing = Promise.resolve();
    let late = null;
    let dragged = false;

    const drawn = element("div", { "aria-hidden": "true" }); // the chart around it has the words
    const chart = element("div", { class: "tiws-chart", role: "img" }, drawn);
    const sign = element("div", { class: "tiws-sign" }, "waiting for the kernel …");
    const stage = element("div", { class: "tiws-stage" }, chart, sign);
    const error = element("div", { class: "tiws-error", role: "alert" });
    const words = element("p", { class: "tiws-words", "aria-live": "polite" });
    const controls = element("div", { class: "tiws-controls" });
    const head = element("div", { class: "tiws-head" }, element("strong", {}, face.title));
    const root = element("div", { class: "tiws-face", role: "group", "aria-label": face.title,
      "data-prevent-swipe": "" }, head, controls, stage, error, words);

    function set(changes) {
      const next = { ...at, ...changes };
      if (Object.keys(next).every((name) => next[name] === at[name])) return;
      at = next;
      reflect();
      follow();
      late ??= setTimeout(() => waits(true), PATIENCE);
      ask({ ...at }, ++number);
    }

    function waits(whether) {
      root.classList.toggle("tiws-waits", whether);
      root.setAttribute("aria-busy", String(whether));
    }

    const reflections = [];
    function reflect() {
      for (const each of reflections) each();
    }

    function slider(name, control) {
      const last = control.values.length - 1;
      const input = element("input", { type: "range", min: 0, max: last, step: 1, id: `${id}-${name}`,
        "data-lm-suppress-shortcuts": "true" });
      const value = element("output", { for: input.id, style: `min-width: ${control.longest}ch` });
      input.addEventListener("input", () => set({ [name]: Number(input.value) }));
      reflections.push(() => {
        input.value = at[name];
        value.textContent = control.labels[at[name]];
        input.setAttribute("aria-valuetext", control.labels[at[name]]);
      });
      return element("div", { class: "tiws-control" }, element("label", { for: input.id }, control.label), input, value);
    }

    function list(name, control) {
      const input = element("select", { id: `${id}-${name}`, "data-lm-suppress-shortcuts": "true" },
        ...control.labels.map((label, place) => element("option", { value: place }, label)));
      input.addEventListener("change", () => set({ [name]: Number(input.value) }));
      reflections.push(() => { input.value = at[name]; });
      return element("div", { class: "tiws-control" }, element("label", { for: input.id }, control.label), input);
    }

    function buttons(name, control) {
      if (control.labels.length > MOST_BUTTONS) return list(name, control);
      const all = control.labels.map((label, place) => {
        const button = element("button", { type: "button", "data-lm-suppress-shortcuts": "true" }, label);
        button.addEventListener("click", () => set({ [name]: place }));
        return button;
      });
      reflections.push(() => all.forEach((button, place) => button.setAttribute("aria-pressed", at[name] === place)));
      return element("div", { class: "tiws-control", role: "group", "aria-label": control.label },
        element("span", {}, control.label), ...all);
    }

    function again(name, control) { // one button that goes to the next value, and from the last to the first
      const button = element("button", { type: "button", "data-lm-suppress-shortcuts": "true" }, control.label);
      button.addEventListener("click", () => set({ [name]: (at[name] + 1) % control.values.length }));
      return element("div", { class: "tiws-control" }, button);
    }

    const looks = { slider, buttons, again };
    for (const [name, control] of Object.entries(face.controls)) {
      const shown = control.look !== "place" && control.values.length > 1; // a page may have one value only
      if (shown) controls.append(looks[control.look](name, control));
    }
    const reset = element("button", { type: "button", "data-lm-suppress-shortcuts": "true" }, "Reset");
    reset.addEventListener("click", () => set(face.start));
    head.append(reset);

    // what is dragged: a button over the mark, which the pointer, a finger or the arrow keys move
    function spot(name, axis) { // pixels of the current place and of every place of a control along an axis
      const scale = view.scale(`${face.drag.view}_${axis}`);
      const middle = scale.bandwidth ? scale.bandwidth() / 2 : 0;
      return face.controls[name].values.map((value) => scale(value) + middle);
    }

    const nearest = (spots, pixel) => spots.reduce((best, each, place) =>
      Math.abs(each - pixel) < Math.abs(spots[best] - pixel) ? place : best, 0);

    const axes = Object.entries(face.drag ?? {}).filter(([axis]) => axis === "x" || axis === "y");
    const handle = face.drag ? element("button", { type: "button", class: "tiws-handle",
      "data-lm-suppress-shortcuts": "true" }, axes.length === 1 ? element("span", {}, "↔") : "") : null;

    function put() { // the handle where its mark is
      if (!handle || !view) return;
      const from = corner(view, face.drag.view);
      const height = view.scale(`${face.drag.view}_y`).range()[0];
      const place = { x: 0, y: height + Number(face.drag.below ?? -13) };
      for (const [axis, name] of axes) place[axis] = spot(name, axis)[at[name]];
      handle.style.left = `${from[0] + place.x}px`;
      handle.style.top = `${from[1] + place.y}px`;
    }

    function move(event) { // what is dragged to the values nearest to the pointer
      const canvas = chart.querySelector("canvas");
      const box = canvas.getBoundingClientRect();
      const zoom = box.width / canvas.offsetWidth;
      const from = corner(view, face.drag.view);
      const pixels = { x: (event.clientX - box.left) / zoom - from[0], y: (event.clientY - box.top) / zoom - from[1] };
      set(Object.fromEntries(axes.map(([axis, name]) => [name, nearest(spot(name, axis), pixels[axis])])));
    }

    if (handle) {
      stage.append(handle);
      const named = axes.map(([, name]) => face.controls[name]);
      if (named.some((control) => control.look !== "place")) { // a slider does the same by keyboard
        handle.tabIndex = -1;
        handle.setAttribute("aria-hidden", "true");
      }
      handle.addEventListener("pointerdown", (event) => {
        dragged = true;
        handle.setPointerCapture(event.pointerId);
        event.preventDefault();
        handle.focus({ preventScroll: true });
      });
      handle.addEventListener("pointermove", (event) => dragged && move(event));
      for (const end of ["pointerup", "pointercancel"]) handle.addEventListener(end, () => { dragged = false; });
      handle.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: ["x", -1], ArrowRight: ["x", 1], ArrowUp: ["y", 1], ArrowDown: ["y", -1],
          Home: ["x", -Infinity], End: ["x", Infinity] }[event.key];
        const name = step && face.drag[step[0]];
        if (!name) return;
        event.preventDefault();
        event.stopPropagation(); // slides turn by the same keys
        const last = face.controls[name].values.length - 1;
        set({ [name]: Math.min(last, Math.max(0, at[name] + step[1])) });
      });
      chart.addEventListener("click", (event) => inside(event) && move(event));
      reflections.push(() => {
        const told = axes.map(([, name]) => `${face.controls[name].label} ${face.controls[name].labels[at[name]]}`);
        handle.setAttribute("aria-label", `${face.drag.label}: ${told.join(", ")}; arrow keys move it`);
        put();
      });
    }

    function inside(event) { // whether a click is in the plot area in which something is dragged
      const box = chart.querySelector("canvas").getBoundingClientRect();
      const zoom = box.width / chart.querySelector("canvas").offsetWidth;
      const from = corner(view, face.drag.view);
      return ["x", "y"].every((axis, i) => {
        const ends = view.scale(`${face.drag.view}_${axis}`).range();
        const pixel = ((i ? event.clientY - box.top : event.clientX - box.left) / zoom) - from[i];
        return pixel >= Math.min(...ends) - 2 && pixel <= Math.max(...ends) + 2;
      });
    }

    async function embed() {
      const spec = structuredClone(face.charts[wide ? "wide" : "narrow"]);
      spec.datasets = Object.fromEntries(Object.entries(tables).map(([name, columns]) => [name, rowsOf(columns)]));
      view?.finalize();
      Object.assign(inView, tables);
      const options = { mode: "vega-lite", renderer: "canvas", actions: false, tooltip: { theme: "custom" } };
      view = (await vegaEmbed(drawn, spec, options)).view;
      put();
    }

    const inView = {}; // the tables that Vega has
    function swap(next) {
      for (const [name, columns] of Object.entries(next)) {
        if (!equal(inView[name], columns)) view.data(name, rowsOf(inView[name] = columns));
      }
      return view.runAsync();
    }

    function follow() { // what is dragged stays under the pointer while the rest is computed
      const name = face.drag?.table;
      if (!name || !view || !dragged) return;
      const now = Object.fromEntries(axes.map(([axis, key]) => [axis, [face.controls[key].values[at[key]]]]));
      swap({ [name]: { ...tables[name], ...now } });
    }

    async function draw(next, turn) {
      const start = performance.now();
      const glides = !calm.matches && !dragged && start - changed > 2 * GLIDE;
      changed = start;
      const from = tables;
      const moving = Object.keys(next).filter((name) => glides && !equal(from[name], next[name]) && moves(from[name], next[name]));
      tables = next;
      if (moving.length) {
        const others = Object.fromEntries(Object.entries(next).filter(([name]) => !moving.includes(name)));
        for (let share = 0.15; share < 1 && turn === latest; share = (performance.now() - start) / GLIDE) {
          const eased = share * (2 - share);
          await swap({ ...others, ...Object.fromEntries(moving.map((name) => [name, between(from[name], next[name], eased)])) });
          await new Promise(requestAnimationFrame);
        }
      }
      if (turn === latest) await swap(next);
    }

    function fit() { // the chart for this width, and room for the longest words
      const width = el.clientWidth;
      if (!width) return;
      words.style.height = `${Math.ceil((face.letters * LETTER) / Math.min(width, face.width)) * 1.4}em`;
      if (wide !== (wide = width >= NARROW) && Object.keys(tables).length) drawing = drawing.then(embed);
    }

    function show(frame) {
      if (!("number" in frame)) return drawing;
      const turn = ++latest;
      if (frame.number >= number) { // no later request is open
        number = frame.number;
        clearTimeout(late);
        late = null;
      }
      const isLast = late === null;
      error.textContent = frame.error ?? "";
      if (isLast) {
        at = { ...frame.at };
        reflect();
      }
      if (!frame.tables) {
        waits(false);
        return drawing;
      }
      words.textContent = frame.words;
      chart.setAttribute("aria-label", frame.alt);
      drawing = drawing.then(async () => {
        if (turn !== latest && !isLast) return; // a newer frame is there already
        if (view) await draw(frame.tables, turn);
        else {
          tables = frame.tables;
          if (wide === null) fit();
          if (!view) await embed();
        }
        if (isLast) waits(false);
        root.dataset.shown = frame.number;
      }).catch((fault) => { error.textContent = String(fault); });
      return drawing;
    }

    el.replaceChildren(root);
    root.style.setProperty("--tiws-width", `${face.width}px`);
    const watcher = new ResizeObserver(fit);
    watcher.observe(el);
    const close = () => {
      watcher.disconnect();
      clearTimeout(late);
      view?.finalize();
    };
    return { show, close };
  }

  // in JupyterLab: the kernel answers; Vega comes once for all explorers of a document
  function library(model) {
    globalThis.tiwsVega ??= new Promise((resolve) => {
      const come = (message) => {
        if (!message.vega) return;
        model.off("msg:custom", come);
        new Function(message.vega)(); // a classic script, as pages load it
        resolve();
      };
      model.on("msg:custom", come);
      model.send({ ask: "vega" });
    });
    return globalThis.tiwsVega;
  }

  async function render({ model, el }) {
    if (!globalThis.vegaEmbed) await library(model);
    const explorer = mount(el, model.get("face"), (at, number) => {
      model.set("asked", { at, number });
      model.save_changes();
    });
    const changed = () => explorer.show(model.get("frame"));
    model.on("change:frame", changed);
    changed();
    return () => {
      model.off("change:frame", changed);
      explorer.close();
    };
  }

  // on a page: every state is stored; its tables name columns by their place in the list of all columns
  function page(el, stored) {
    const names = Object.keys(stored.face.controls);
    const face = { ...stored.face, start: { ...stored.face.start } }; // as the cell sets it
    for (const [name, value] of Object.entries(JSON.parse(el.dataset.tiwsState ?? "{}")))
      face.start[name] = face.controls[name].values.indexOf(value);
    let before = null;
    const frame = (at, number) => {
      const place = names.reduce((sum, name) => sum * stored.face.controls[name].values.length + at[name], 0);
      const [numbers, alt, ...told] = stored.states[place];
      const tables = Object.fromEntries(Object.entries(numbers).map(([name, columns]) =>
        [name, Object.fromEntries(Object.entries(columns).map(([key, column]) => [key, stored.columns[column]]))]));
      const last = stored.states[before ?? place][2], words = last === told[0] ? alt : `${alt} ${last}`.trim();
      before = place;
      return { number, at, alt, words, tables, told };
    };
    const explorer = mount(el, face, (at, number) => explorer.show(frame(at, number)));
    explorer.show(frame(face.start, 0));
    return explorer;
  }

  // mount every explorer of a page; its stills give way
  function pages(root = document) {
    for (const el of root.querySelectorAll("[data-tiws-explorer]:not([data-tiws-live])")) {
      const stored = globalThis.tiwsStored?.[el.dataset.tiwsExplorer];
      if (!stored || !globalThis.vegaEmbed) continue;
      el.dataset.tiwsLive = "";
      page(el, stored);
    }
  }

  globalThis.tiwsExplorer = { render, page, pages };
})();
