// The coder's page: shows one answer, sends one decision, and shows the next only when that is saved.
"use strict";
const at = (id) => document.getElementById(id);
const MOST = 6;
let codes = [], names = new Map(), current = null, before = null, seat = "", busy = false, found = [], chosen = -1;

const token = (() => {
  const given = location.hash.slice(1);
  if (given) {
    sessionStorage.setItem("desk", given);
    history.replaceState(null, "", location.pathname); // nobody reads it from the address bar
  }
  return given || sessionStorage.getItem("desk") || "";
})();

function make(tag, text = "", more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text }, more);
}

function tell(text, fine = false) {
  at("message").textContent = text;
  at("message").classList.toggle("fine", fine);
}

async function ask(path, body) {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const how = body ? { method: "POST", body: JSON.stringify(body) } : {};
  let reply;
  try {
    reply = await fetch(`api/${path}`, { ...how, headers });
  } catch {
    throw new Error("The desk does not answer, and nothing was saved. Is it still running? Try again, or reload the page.");
  }
  const told = await reply.json();
  if (!reply.ok) throw new Error(told.error);
  return told;
}

async function go(path, body, said = "") {
  if (busy) return; // a second key must not code the next answer unseen
  busy = true;
  try {
    const told = await ask(path, body);
    if (body) sessionStorage.removeItem(draft(body.answer));
    show(told);
    tell(said, true);
  } catch (error) {
    tell(error.message);
  } finally {
    busy = false;
  }
}

const draft = (id) => `note ${id} ${token}`; // of a note that is not saved yet; another desk has another token

function decide(action, code = null) {
  const note = at("note").value.trim();
  const said = code === null ? "Skipped." : `Saved: ${code} ${names.get(code) || ""}`;
  go("decision", { answer: current.id, action, code, note: note || null }, said);
}

function pathOf(code) {
  const groups = [];
  for (let n = 1; n < code.length; n++) if (names.get(code.slice(0, n))) groups.push(names.get(code.slice(0, n)));
  return groups.join(" › ");
}

function show(told) {
  const { total, done, skipped, n_skipped: many } = told.progress;
  at("progress").textContent = `${done} of ${total} coded` + (many ? `, ${many} skipped` : "");
  at("progress").dataset.seen = done + many;
  at("bar").max = Math.max(total, 1);
  at("bar").value = done;
  [current, before] = [told.answer, told.previous];
  at("work").hidden = !current;
  at("end").hidden = Boolean(current);
  at("back").disabled = at("last").disabled = before === null;
  if (current) showAnswer(); else showEnd(total, skipped, many);
}

function showAnswer() {
  const fields = Object.entries(current.shown);
  at("answer").replaceChildren(...fields.map(([name, text]) => {
    const line = make("p");
    line.append(make("span", `${name}:`), text || "(empty)");
    return line;
  }));
  const { own } = current;
  at("own").textContent = own ? `You ${own.code ? `chose ${own.code} ${names.get(own.code) || ""}` : "skipped this"}.` : "";
  at("note").value = sessionStorage.getItem(draft(current.id)) ?? (own?.note || "");
  at("search").value = "";
  search();
  showOptions();
  at("answer").focus();
}

function showOptions() {
  const none = current.is_control ? "Control answer: no suggestions, so that your code is your own. Search it."
    : "Nothing similar is known. Search a code.";
  const some = seat === "adjudicator" ? "What the coders chose, and suggestions" : "Suggestions";
  at("offer").textContent = current.options.length ? some : none;
  at("options").replaceChildren(...current.options.map((option, place) => {
    const item = make("li"), button = make("button", "", { type: "button" });
    const title = option.code === null ? "No code" : `${option.code} ${names.get(option.code) || ""}`;
    const from = [...(option.from || []), ...(option.because ? [`like ${option.because}`] : [])];
    if (!from.length) from.push("no similar answer");
    const score = typeof option.score === "number" ? ` (score ${option.score.toFixed(2)})` : "";
    const head = make("span"), reason = from.join(" · ") + score;
    head.append(make("b", title), make("small", ` ${pathOf(option.code || "")}`));
    button.append(make("kbd", option.code === null ? "–" : place + 1), head, make("small", reason, { title: reason }));
    button.classList.toggle("own", Boolean(current.own) && current.own.code === option.code);
    button.disabled = option.code === null;
    button.onclick = () => choose(place);
    item.append(button);
    return item;
  }));
}

function showEnd(total, skipped, many) {
  const some = many > skipped.length ? `the first ${skipped.length} of the ${many} that you skipped` : "what you skipped";
  const open = many ? `Here is ${some}: open one to code it${seat === "adjudicator" ? "" : ", or leave it to the adjudicator"}.` : "You can close the page.";
  const later = seat === "adjudicator" ? " More may come while the coders work; press f to look again." : "";
  const none = `There is nothing on your list yet.${later || " Press f to look again."}`;
  at("over").textContent = total ? `You have seen all answers. ${open}${later}` : none;
  at("skipped").replaceChildren(...skipped.map(([id, text]) => {
    const item = make("li");
    item.append(make("button", text || "(empty)", { type: "button", onclick: () => go(`answer/${id}`) }));
    return item;
  }));
  at("over").focus();
}

function choose(place) {
  const option = current.options[place];
  if (!option || option.code === null) tell(`There is no code ${place + 1} to choose. Search one: press /.`);
  else decide(place === 0 && seat !== "adjudicator" ? "accept" : "choose", option.code);
}

const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function search() {
  const words = folded(at("search").value).split(/\s+/).filter(Boolean);
  const starts = (code, text, word) => code.toLowerCase().startsWith(word) || ` ${text}`.includes(` ${word}`);
  const matches = codes.filter(([code, , text]) => words.every((word) => text.includes(word) || starts(code, text, word)));
  const rank = ([code, , text]) => words.filter((word) => !starts(code, text, word)).length; // parts of words come last
  const fits = matches.length > MOST ? MOST - 1 : MOST; // else the last line says how many more there are
  found = words.length ? matches.sort((one, other) => rank(one) - rank(other)).slice(0, fits) : [];
  chosen = found.length ? 0 : -1;
  at("found").replaceChildren(...found.map(([code, name], place) => {
    const group = pathOf(code);
    const item = make("li", `${code} ${name}${group ? ` — ${group}` : ""}`, { id: `found-${place}` });
    item.setAttribute("role", "option");
    item.onmousedown = (event) => { event.preventDefault(); decide("search", code); };
    return item;
  }));
  if (words.length && found.length < matches.length) {
    const more = make("li", `… and ${matches.length - found.length} more: type more`, { onmousedown: (event) => event.preventDefault() });
    more.setAttribute("role", "option");
    more.setAttribute("aria-disabled", "true");
    at("found").append(more);
  }
  if (words.length && !found.length) tell("No code has these words. Try fewer letters, or skip."); else tell("", true);
  mark();
}

function mark() {
  at("found").hidden = !found.length;
  at("search").setAttribute("aria-expanded", String(Boolean(found.length)));
  [...at("found").children].forEach((item, place) => item.setAttribute("aria-selected", String(place === chosen)));
  if (chosen >= 0) at("search").setAttribute("aria-activedescendant", `found-${chosen}`);
  else at("search").removeAttribute("aria-activedescendant");
}

at("note").addEventListener("input", () => sessionStorage.setItem(draft(current.id), at("note").value));
at("search").addEventListener("input", search);
at("search").addEventListener("blur", () => { at("found").hidden = true; });
at("search").addEventListener("focus", mark);
at("search").addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && found.length) {
    chosen = (chosen + step + found.length) % found.length;
    event.preventDefault();
    mark();
  } else if (event.key === "Enter" && chosen >= 0) decide("search", found[chosen][0]);
});

const back = () => { if (before !== null) go(`answer/${before}`); };
at("skip").onclick = () => decide("skip");
at("back").onclick = at("last").onclick = back;
at("forward").onclick = () => go("next");

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const inField = target.matches("input:not([type])");
  if (inField && (key === "Escape" || (key === "Enter" && target.id === "note"))) return at("answer").focus();
  if (inField || !at("keys").checked) return;
  if (key === "b") return back();
  if (key === "f") return go("next");
  if (!current) return;
  if (key === "Enter" && target.id === "answer" && seat !== "adjudicator") choose(0);
  else if (/^[1-9]$/.test(key)) choose(Number(key) - 1);
  else if (key === "s") decide("skip");
  else if (key === "/" || key === "n") {
    event.preventDefault();
    at(key === "n" ? "note" : "search").focus();
    if (key === "/") at("search").select();
  }
});

(async () => {
  try {
    const told = await ask("start");
    seat = told.seat;
    names = new Map(told.codes);
    codes = told.codes.filter(([, , choosable]) => choosable).map(([code, name]) => [code, name, folded(name)]);
    at("accept").hidden = seat === "adjudicator";
    const role = seat === "adjudicator" ? "adjudicator" : `${seat} coder`;
    at("title").textContent = document.title = `${told.survey}: ${told.person}, ${role}`;
    await go("next");
  } catch (error) {
    tell(error.message);
  }
})();
