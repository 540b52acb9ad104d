// A picture that is decoded before it is swapped, so that nothing flickers, with real alt text.
// It also gives its explorer what ipywidgets leaves out for screen readers: names of slider handles, a live region.

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
    else el.appendChild(decoded);
    picture = decoded;
    if (address) URL.revokeObjectURL(address);
    address = next;
  }

  let watcher = null;
  let timer = null;
  function attach(tries) {
    const root = el.closest(".tiws-explorer");
    if (!root) { // the picture is made before its explorer stands in the page
      if (tries > 0) timer = setTimeout(() => attach(tries - 1), 50);
      return;
    }
    const relabel = () => label(root, model.get("title"));
    watcher = new MutationObserver(relabel);
    watcher.observe(root, { childList: true, subtree: true });
    relabel();
  }

  model.on("change", show); // once for a message, however many of its traits changed
  show();
  attach(100);
  return () => {
    model.off("change", show);
    clearTimeout(timer);
    watcher?.disconnect();
    if (address) URL.revokeObjectURL(address);
  };
}

export default { render };
