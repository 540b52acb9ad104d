// A picture that is decoded before it is swapped, so that nothing flickers, with real alt text.
// It also gives its explorer what ipywidgets leaves out for screen readers: names of slider handles, a live region;
// and it says that it waits while a control is ahead of it.

const PATIENCE = 300; // milliseconds without an answer before it says so
const TOUCHES = ["change", "input", "click", "dblclick"]; // buttons, boxes, and points on a sheet; sliders move

function label(root, title) {
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", title);
  for (const slider of root.querySelectorAll(".widget-slider")) {
    const name = slider.querySelector(".widget-label")?.textContent.trim();
    const value = slider.querySelector(".widget-readout")?.textContent.trim();
    for (const handle of slider.querySelectorAll(".noUi-handle")) {
      if (name) handle.setAttribute("aria-label", name);
      if (value) handle.setAttribute("aria-valuetext", value);
    }
  }
  for (const words of root.querySelectorAll(".tiws-words")) words.setAttribute("aria-live", "polite");
  for (const error of root.querySelectorAll(".tiws-error")) error.setAttribute("role", "alert");
}

function render({ model, el }) {
  let picture = null;
  let latest = 0;
  let address = null;
  let drawing = Promise.resolve();
  let drawn = [];
  const sign = document.createElement("div");
  sign.className = "tiws-sign";
  sign.textContent = "waiting for the kernel …";
  el.style.position = "relative";
  el.appendChild(sign);

  function changed() { // once for a message, however many of its traits changed
    const now = [model.get("png"), model.get("alt")];
    if (now.every((value, index) => value === drawn[index])) return;
    drawn = now;
    drawing = show();
  }

  async function show() {
    const turn = ++latest;
    const bytes = model.get("png");
    if (!bytes || bytes.byteLength === 0) return;
    const next = URL.createObjectURL(new Blob([bytes], { type: "image/png" }));
    const decoded = new Image(model.get("width"), model.get("height"));
    decoded.className = "tiws-picture";
    decoded.style.cssText = "display: block; max-width: none";
    decoded.alt = model.get("alt");
    decoded.src = next;
    try {
      await decoded.decode();
    } catch {
      URL.revokeObjectURL(next);
      return;
    }
    if (turn !== latest) { // a newer picture has overtaken this one
      URL.revokeObjectURL(next);
      return;
    }
    if (picture) picture.replaceWith(decoded); // the element itself: another one would load the address once more
    else el.prepend(decoded);
    picture = decoded;
    if (address) URL.revokeObjectURL(address);
    address = next;
  }

  let late = null;
  let around = null; // the explorer
  function say(waits) {
    el.classList.toggle("tiws-waits", waits);
    around?.setAttribute("aria-busy", String(waits));
  }

  function wait() {
    if (model.get("answered") < model.get("asked")) late ??= setTimeout(() => say(true), PATIENCE);
  }

  async function settle() {
    clearTimeout(late);
    late = null;
    await drawing;
    wait();
    if (late === null) say(false);
  }

  function ask() { // after the control's own message: the kernel handles messages in their order
    model.set("asked", model.get("asked") + 1);
    model.save_changes();
  }

  let watcher = null;
  let moves = null;
  let timer = null;
  function attach(tries) {
    around = el.closest(".tiws-explorer");
    if (!around) { // the picture is made before its explorer stands in the page
      if (tries > 0) timer = setTimeout(() => attach(tries - 1), 50);
      return;
    }
    const relabel = () => label(around, model.get("title"));
    watcher = new MutationObserver(relabel);
    watcher.observe(around, { childList: true, subtree: true });
    relabel();
    moves = new MutationObserver(ask);
    moves.observe(around, { attributeFilter: ["aria-valuenow"], subtree: true });
    for (const touch of TOUCHES) around.addEventListener(touch, ask);
  }

  model.on("change", changed);
  model.on("change:asked", wait);
  model.on("change:answered", settle);
  changed();
  attach(100);
  return () => {
    model.off("change", changed);
    model.off("change:asked", wait);
    model.off("change:answered", settle);
    clearTimeout(timer);
    clearTimeout(late);
    watcher?.disconnect();
    moves?.disconnect();
    for (const touch of TOUCHES) around?.removeEventListener(touch, ask);
    if (address) URL.revokeObjectURL(address);
  };
}

export default { render };
