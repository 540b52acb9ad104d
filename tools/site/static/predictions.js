/* Predictions: a committed guess opens its result and stands in its sentence. Guesses are kept in this browser only. */
document.addEventListener("DOMContentLoaded", () => {
  const store = (key, ...value) => {
    try {
      if (value.length) localStorage.setItem(`tiws_teach:${key}`, JSON.stringify(value[0]));
      return JSON.parse(localStorage.getItem(`tiws_teach:${key}`));
    } catch { return value[0] ?? null; }  // a browser that keeps nothing
  };
  const rounded = (x) => String(Number((Math.round(x * 1000) / 1000).toPrecision(6)));
  const read = (text, { low, high, unit }) => {  // as course.questions reads what a learner types
    let bare = text.trim();
    if (unit && bare.endsWith(unit)) bare = bare.slice(0, -unit.length).trim();
    const percent = bare.endsWith("%");
    bare = bare.replace(/%$/, "").trim();
    bare = /^[1-9]\d{0,2}(,\d{3})+$/.test(bare) ? bare.replaceAll(",", "") : bare.replace(",", ".");
    const found = Number(bare) / (percent ? 100 : 1);
    return bare && found >= Number(low) && found <= Number(high) ? found : null;
  };
  const compared = (guess, result, unit) => {  // as course.questions says it
    const [told, found] = [guess, result].map((x) => rounded(x) + (unit ? ` ${unit}` : ""));
    const short = !Number.isInteger(guess) && Math.abs(guess - Math.round(guess * 100) / 100) < 1e-9;
    const off = Math.abs(guess - result);
    if (rounded(off) === "0" || (short && off <= 0.005 + 1e-9)) {
      return `You guessed ${told}, and that is the result${told === found ? "" : ` (${found})`}.`;
    }
    return `You guessed ${told}; the result is ${found} (${rounded(off)} ${result > guess ? "higher" : "lower"}).`;
  };

  const reveals = [...document.querySelectorAll(".tiws-reveal")];
  const foldOf = (reveal) => reveal.closest("details");
  const open = new Set();  // the keys of the questions that are answered
  const unlock = () => reveals.map(foldOf).filter((fold) => fold?.dataset.locked).forEach((fold) => {
    if (![...fold.querySelectorAll(".tiws-reveal")].every((reveal) => open.has(reveal.dataset.key))) return;
    delete fold.dataset.locked;
    fold.open = true;
  });
  const forms = [...document.querySelectorAll("form.tiws-predict")];
  forms.forEach((form) => {
    const { key } = form.dataset;
    const reveal = reveals.find((each) => each.dataset.key === key);
    if (!reveal) return;
    const [field, said] = [form.elements[key], form.querySelector("output")];
    const fold = foldOf(reveal);
    const question = form.querySelector("legend").textContent;
    const commit = (value, before) => {
      const result = JSON.parse(reveal.dataset.told);
      const guess = typeof result === "number" ? read(value, field.dataset) : value in result ? value : null;
      if (guess === null) {
        said.textContent = before ? "" : form.dataset.advice;
        return;
      }
      store(key, { question, guess: value });
      field.value = value;
      reveal.querySelector("strong").textContent =
        typeof result === "number" ? compared(guess, result, field.dataset.unit) : result[guess];
      open.add(key);
      unlock();
      fold.id ||= `result-${key}`;
      said.innerHTML = `Noted in this browser${before ? " earlier" : ""}. <a href="#${fold.id}">To the result</a>`;
    };
    form.querySelector("button").hidden = false;
    fold.dataset.locked = "yes";
    fold.open = false;
    fold.querySelector("summary").addEventListener("click", (event) => {
      if (!fold.dataset.locked) return;
      event.preventDefault();
      const waits = forms.find((each) => !open.has(each.dataset.key) && fold.querySelector(`[data-key="${each.dataset.key}"]`));
      waits.querySelector("output").textContent = "Answer this first: the result waits for your guess.";
      waits.scrollIntoView({ block: "center" });
      waits.querySelector("input").focus({ preventScroll: true });
    });
    form.addEventListener("submit", (event) => { event.preventDefault(); commit(field.value); });
    const kept = store(key);
    if (kept?.question === question) commit(kept.guess, true);
  });

  const actions = {
    show: () => { reveals.forEach((reveal) => open.add(reveal.dataset.key)); unlock(); },
    forget: () => { forms.forEach((form) => store(form.dataset.key, null)); location.reload(); },
  };
  document.querySelectorAll(".tiws-keep button").forEach((button) => {
    button.parentElement.hidden = false;
    button.addEventListener("click", actions[button.dataset.do]);
  });
});
