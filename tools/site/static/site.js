/* A formula wider than its column scrolls: let the keyboard reach it. */
window.addEventListener("load", async () => {
  await window.MathJax?.startup?.promise;
  await document.fonts.ready;
  const reach = () => document.querySelectorAll('mjx-container[display="true"]').forEach((formula) => {
    formula.tabIndex = formula.scrollWidth > formula.clientWidth ? 0 : -1;
  });
  reach();
  window.addEventListener("resize", reach);
});

/* The search knows neither the numbers of equations nor which of many lessons teaches a term: say where both are. */
document.addEventListener("DOMContentLoaded", () => {
  document.querySelector(".bd-search-container form")?.insertAdjacentHTML("afterend",
    '<p>An equation by its number: <a href="notebooks/EQUATIONS.html">equations</a>. ' +
    'The section that teaches a term: <a href="glossary.html">glossary</a>.</p>');
});

/* A figure enlarges on click or Enter, and closes again by a click, Enter or Escape. */
document.addEventListener("DOMContentLoaded", () => {
  const dialog = document.createElement("dialog");
  dialog.className = "tiws-zoom";
  dialog.setAttribute("aria-label", "The figure, enlarged");
  dialog.innerHTML = '<button type="button" aria-label="Close the enlarged figure"></button>';
  const frame = dialog.firstChild;
  document.body.append(dialog);
  dialog.addEventListener("click", () => dialog.close());
  document.querySelectorAll(".cell_output img").forEach((figure) => {
    if (figure.closest("a, button, [data-tiws-live]")) return;
    const enlarge = () => {
      const large = figure.cloneNode();
      large.removeAttribute("style");
      large.removeAttribute("width");
      frame.replaceChildren(large);
      dialog.showModal();
    };
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "tiws-enlarge", title: "Enlarge" });
    figure.replaceWith(button);
    button.append(figure);
    button.addEventListener("click", enlarge);
  });
});
