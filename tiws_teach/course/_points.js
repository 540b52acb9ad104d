// A transparent sheet over a picture: points are dragged on it, and a double click adds one.
// It draws nothing; the picture follows. By keyboard the sliders beside the picture do the same.

const REACH = 16; // pixels from a point within which it is taken hold of
const PAUSE = 70; // milliseconds between two messages while a point is dragged

function render({ model, el }) {
  let held = null;
  let last = 0;
  let number = 0;
  el.setAttribute("aria-hidden", "true"); // nothing to read here: the picture has the words
  el.title = "Drag a point; double-click to add one";

  function pixels(event) {
    const edge = el.getBoundingClientRect();
    return [event.clientX - edge.left, event.clientY - edge.top];
  }

  function place(event) { // from pixels to the two features
    const [x, y] = pixels(event);
    const [left, top, width, height] = model.get("box");
    const [across, up] = model.get("limits");
    return [((x - left) / width) * across, (1 - (y - top) / height) * up];
  }

  function nearest(event) {
    const [x, y] = pixels(event);
    const [left, top, width, height] = model.get("box");
    const [across, up] = model.get("limits");
    let found = null;
    let least = REACH;
    model.get("places").forEach((point, index) => {
      const distance = Math.hypot(left + (point[0] / across) * width - x, top + (1 - point[1] / up) * height - y);
      if (distance < least) [found, least] = [index, distance];
    });
    return found;
  }

  function send(kind, index, event) {
    const [x, y] = place(event);
    number += 1;
    model.set("done", { kind, index, x, y, number });
    model.save_changes();
  }

  function down(event) {
    held = nearest(event);
    if (held === null) return;
    el.setPointerCapture(event.pointerId);
    event.preventDefault();
    last = performance.now();
    send("move", held, event);
  }

  function move(event) {
    el.style.cursor = held !== null ? "grabbing" : nearest(event) !== null ? "grab" : "crosshair";
    if (held === null || performance.now() - last < PAUSE) return;
    last = performance.now();
    send("move", held, event);
  }

  function up(event) {
    if (held !== null) send("move", held, event);
    held = null;
  }

  function twice(event) {
    if (nearest(event) === null) send("add", -1, event);
  }

  el.addEventListener("pointerdown", down);
  el.addEventListener("pointermove", move);
  el.addEventListener("pointerup", up);
  el.addEventListener("dblclick", twice);
  return () => {
    el.removeEventListener("pointerdown", down);
    el.removeEventListener("pointermove", move);
    el.removeEventListener("pointerup", up);
    el.removeEventListener("dblclick", twice);
  };
}

export default { render };
