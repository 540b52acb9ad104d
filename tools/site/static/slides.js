/* Distribute the blocks of each slide over as many slides of 1,280 x 720 as they need, one after the other, then start reveal.js. */
(async () => {
  const WIDTH = 1160, HEIGHT = 635, SMALLEST = 0.45, LEAST = 0.66, FEW = 0.4;
  await MathJax.startup.promise;
  await document.fonts.ready;
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));
  const isDrawn = () => [...document.querySelectorAll("[data-tiws-live]")].every((each) => each.querySelector("canvas"));
  for (let wait = 0; wait < 100 && !isDrawn(); wait++) await new Promise((done) => setTimeout(done, 50));
  await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));

  const stage = document.createElement("div");  // measured like a slide: same width, same styles
  stage.className = "stage";
  document.querySelector(".slides").before(stage);

  const fits = (element) => (stage.replaceChildren(element.cloneNode(true)), stage.scrollHeight <= HEIGHT);
  const boxed = (className, child) => {
    const box = Object.assign(document.createElement("div"), { className });
    box.append(child);
    return box;
  };
  const splits = (element) => /^(DIV|SECTION|UL|OL)$/.test(element.tagName) && element.children.length > 0
    && !element.classList.contains("highlight");
  // the parts of a block: paragraphs of a text, code and each output; and the parts of these if they are too tall
  const parts = (element, atMost) => splits(element) && (atMost > 0 || !fits(element))
    ? [...element.children].flatMap((child) => parts(child, atMost - 1)) : [element];
  const pieces = (section) => [...section.querySelectorAll(":scope > .block")].flatMap((block) =>
    parts(block, /answer|question/.test(block.className) ? 0 : 4)
      .map((part) => part === block ? block : boxed(block.className, part)));
  const isHeading = (piece) => /^H[1-4]$/.test(piece.firstElementChild?.tagName || "");
  const shrink = (piece) => {
    stage.replaceChildren(piece);
    if (WIDTH / piece.scrollWidth < 0.7) piece.classList.add("wrapped");  // long lines of code or output
    const factor = Math.min(1, WIDTH / piece.scrollWidth, HEIGHT / piece.scrollHeight);
    if (factor < 1) piece.style.zoom = Math.max(factor * 0.98, SMALLEST);
  };
  const slide = (parts, notes) => {
    const made = document.createElement("section");
    let clicks = 0, answered = false;  // a click for each answer, and one for all that follows it: that may answer, too
    parts.forEach((part, place) => {
      const answer = part.classList.contains("answer");
      if (place && (answer || answered)) clicks += 1;
      part.classList.toggle("fragment", clicks > 0);
      part.dataset.fragmentIndex = clicks;
      answered = answer;
    });
    stage.replaceChildren(...parts.map((part) => part.cloneNode(true)));
    made.classList.toggle("few", stage.scrollHeight < FEW * HEIGHT && !parts.some((part) => part.querySelector("figure, pre, table")));
    made.append(...parts, ...(notes ? [notes.cloneNode(true)] : []));
    return made;
  };

  let title = "";  // the last heading: a slide without one repeats it
  const again = () => boxed("block again", Object.assign(document.createElement("h3"), { textContent: title }));

  for (const section of document.querySelectorAll("section.unpaged")) {
    const notes = section.querySelector("aside.notes"), made = [];
    let parts = [], found = pieces(section);
    const live = found.find((piece) => piece.querySelector("[data-tiws-live]"));
    if (live) {  // as wide as the slide, if the text is short
      live.classList.add("wide");
      stage.replaceChildren(...(isHeading(found[0]) ? [] : [again()]), ...found);
      const tall = live.getBoundingClientRect().height;
      const factor = Math.min(WIDTH / live.scrollWidth, (HEIGHT - stage.scrollHeight + tall) / tall) * 0.98;
      live.classList.toggle("wide", factor > 1.05);
      if (factor > 1.05) live.style.zoom = factor;
    }
    const first = Math.max(0, found.findIndex((piece) => !isHeading(piece)));
    const last = (piece) => piece === live && !live.classList.contains("wide") ? 0 : 1;  // text stands beside an explorer
    found = [...found.slice(0, first), ...found.slice(first).sort((a, b) => last(a) - last(b))];
    found.forEach(shrink);
    stage.replaceChildren(...(isHeading(found[0]) ? [] : [again()]), ...found);
    const soft = found.filter((piece) => piece.querySelector("img, pre, table"));  // these may be smaller, text not
    const room = soft.reduce((sum, piece) => sum + piece.getBoundingClientRect().height, 0);
    const share = (room - (stage.scrollHeight - HEIGHT)) / room * 0.98;
    if (stage.scrollHeight > HEIGHT && share > LEAST) soft.forEach((each) => { each.style.zoom = (Number(each.style.zoom) || 1) * share; });
    for (const piece of found) {
      if (!parts.length && !isHeading(piece)) parts.push(again());
      stage.replaceChildren(...parts, piece);
      const over = stage.scrollHeight - HEIGHT, picture = parts.find((part) => part.querySelector("img"));
      const smaller = picture ? 1 - over / picture.getBoundingClientRect().height : 0;
      if (over > 0 && smaller > 0.75) {  // no slide for a line below a picture
        picture.style.zoom = (Number(picture.style.zoom) || 1) * smaller * 0.98;
        stage.replaceChildren(...parts, piece);
      }
      if (stage.scrollHeight > HEIGHT && parts.some((part) => !isHeading(part))) {
        const kept = isHeading(parts.at(-1)) ? [parts.pop()] : [again()];
        made.push(slide(parts, notes));
        parts = isHeading(piece) ? [] : kept;
        const asked = found.find((each) => each.classList.contains("question"));
        if (asked && piece.classList.contains("answer")) parts.push(asked.cloneNode(true));
        stage.replaceChildren(...parts, piece);
      }
      for (let round = 0; stage.scrollHeight > HEIGHT && round < 3; round++) {  // a heading with one large piece
        const left = HEIGHT - (stage.scrollHeight - piece.getBoundingClientRect().height);
        const factor = left / piece.getBoundingClientRect().height * 0.98;
        piece.style.zoom = Math.max((Number(piece.style.zoom) || 1) * factor, SMALLEST);
      }
      if (isHeading(piece)) title = piece.textContent;
      parts.push(piece);
    }
    if (parts.length) made.push(slide(parts, notes));
    if (section.id && made.length) made[0].id = section.id;
    for (const each of made) each.dataset.label = section.dataset.label || "";
    section.replaceWith(...made);
  }
  stage.remove();
  await Reveal.initialize({
    width: 1280, height: 720, margin: 0, minScale: 0.2, maxScale: 3, center: false, hash: true, slideNumber: "c/t",
    transition: "none", plugins: [RevealNotes],
  });
  document.addEventListener("keydown", (event) => {  // the key G takes labels, too: 4.4
    const labelled = event.key === "Enter" && document.getElementById(event.target.value);
    if (labelled) event.target.value = Reveal.getSlides().indexOf(labelled) + 1;
  }, true);
  document.body.dataset.ready = "yes";
})();
