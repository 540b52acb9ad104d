/* A formula wider than its column scrolls: let the keyboard reach it. */
window.addEventListener("load", async () => {
  await window.MathJax?.startup?.promise;
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
