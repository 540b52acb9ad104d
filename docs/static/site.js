/* A formula wider than its column scrolls: let the keyboard reach it. */
window.addEventListener("load", async () => {
  await window.MathJax?.startup?.promise;
  const reach = () => document.querySelectorAll('mjx-container[display="true"]').forEach((formula) => {
    formula.tabIndex = formula.scrollWidth > formula.clientWidth ? 0 : -1;
  });
  reach();
  window.addEventListener("resize", reach);
});
