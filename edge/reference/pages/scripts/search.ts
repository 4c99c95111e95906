/**
 * Shows the search field. While it has words, a list of places replaces the contents: those that have every
 * word in their title, words (`data-words`), fields or text, the best first, each with where it was found.
 * If no place has every word, the list has those with the most. The arrows and Enter work from the field, `/`
 * leads to it, and Escape empties it. Without a script the page has no search and all of its text.
 */
export const SEARCH = `
const field = document.getElementById("search");
const found = document.getElementById("found");
const results = document.getElementById("results");
const contents = document.getElementById("contents");
const MOST = 10;
const plain = (text) => text.toLowerCase().replaceAll(/[_.-]/g, " ").replaceAll(/\\s+/g, " ").trim();
// A plural finds the singular, and the reverse.
const stem = (word) => (word.length > 3 ? word.replace(/ies$/, "y").replace(/s$/, "") : word);
const stems = (text) => plain(text).split(" ").map(stem).join(" ");
// A word inside a text is found by its beginning. Only a plural in -ies begins differently.
const searched = (text) => plain(text).replaceAll(/(\\w{2})ies\\b/g, "$1y");

// Where a word counts, and how much: the title, the words that people use, the fields, the text.
const WEIGHTS = [["title", 8], ["words", 10], ["fields", 3], ["text", 1]];
let index;
const indexed = () =>
  (index ??= links.map((link) => {
    const section = sectionOf(link);
    const has = (parts) => [...section.querySelectorAll(parts)].map((each) => each.textContent).join(" ");
    const group = link.closest("details").querySelector("summary").textContent;
    const title = link.textContent === "Overview" ? group : link.textContent;
    const prose = has("dt, p, dd:not(.codes, :has(details))");
    const lead = section.querySelector("p:not(:has(.path), .credential), li, dd:not([hidden])")?.textContent ?? "";
    return {
      link, group, title, prose, lead,
      parts: {
        title: searched(title + " " + has("h2, h3") + " " + has(".path")),
        words: searched(section.dataset.words ?? ""),
        fields: searched(has("dt")),
        text: searched(prose + " " + has("pre, .codes")),
      },
    };
  }));

// What a place gets if its title is just what was asked: more than any sum of other hits.
const WHOLE_TITLE = 200;
const scoreOf = ({ parts, group, title }, words) => {
  let score = stems(title) === words.join(" ") ? WHOLE_TITLE : 0;
  let count = 0;
  for (const word of words) {
    const hits = WEIGHTS.filter(([part]) => parts[part].includes(word));
    if (hits.length > 0) count += 1;
    // A whole word counts more than a beginning, and that more than a part.
    for (const [part, weight] of hits) {
      const text = " " + parts[part].replaceAll(/[^\\p{L}\\p{N}]+/gu, " ") + " ";
      score += weight * (text.includes(" " + word + " ") ? 4 : text.includes(" " + word) ? 2 : 1);
    }
  }
  // A schema repeats the fields of the places that explain them.
  return { score: group === "Schemas" ? score / 4 : score, count };
};

const passageOf = ({ prose }, word) => {
  const text = prose.replaceAll(/\\s+/g, " ");
  const at = plainAt(text, word);
  if (at < 0) return null;
  const from = at < 40 ? 0 : text.indexOf(" ", at - 40) + 1;
  const mark = Object.assign(document.createElement("mark"), { textContent: text.slice(at, at + word.length) });
  const small = document.createElement("small");
  small.append(from > 0 ? "… " : "", text.slice(from, at), mark, text.slice(at + word.length, at + 60), " …");
  return small;
};
// Every character of the plain text stands where it stood, so that the place is the same.
const plainAt = (text, word) => text.toLowerCase().replaceAll(/[_.-]/g, " ").indexOf(word);

// The first sentence, for a place that is found by a word which its text lacks.
const leadOf = ({ lead }) => {
  const [sentence] = lead.replaceAll(/\\s+/g, " ").trim().split(/(?<=[.:]) /);
  return sentence === "" ? null : Object.assign(document.createElement("small"), { textContent: sentence });
};

const resultOf = (entry, words) => {
  const link = Object.assign(document.createElement("a"), { href: entry.link.hash });
  const title = Object.assign(document.createElement("strong"), { textContent: entry.title });
  const group = Object.assign(document.createElement("span"), { textContent: entry.group });
  link.append(title, ...(entry.title === entry.group ? [] : [" ", group]));
  const passage = words.map((word) => passageOf(entry, word)).find((each) => each !== null) ?? leadOf(entry);
  if (passage) link.append(passage);
  const item = document.createElement("li");
  item.append(link);
  return item;
};

// Whether one letter more, less or other turns a word into the other.
const isNear = (a, b) => {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [more, less] = [a.length >= b.length ? 1 : 0, b.length >= a.length ? 1 : 0];
  return a.slice(at + more) === b.slice(at + less);
};
// A word that stands nowhere, such as a misspelt one, becomes one of a title that differs by one letter.
const corrected = (word) => {
  if (word.length < 5 || indexed().some(({ parts }) => Object.values(parts).some((part) => part.includes(word)))) return word;
  const known = indexed().flatMap(({ parts }) => (parts.title + " " + parts.words).split(/[ ,]+/));
  return known.map(stem).find((each) => isNear(each, word)) ?? word;
};

const search = () => {
  const asked = field.value.trim();
  const words = plain(asked).split(" ").filter(Boolean).map(stem).map(corrected);
  contents.hidden = words.length > 0;
  const scored = words.length === 0 ? [] : indexed().map((entry) => ({ entry, ...scoreOf(entry, words) }));
  const most = Math.max(0, ...scored.map(({ count }) => count));
  const entries = scored
    .filter(({ count }) => count > 0 && count === most)
    .sort((a, b) => b.score - a.score);
  results.replaceChildren(...entries.slice(0, MOST).map(({ entry }) => resultOf(entry, words)));
  results.hidden = entries.length === 0;
  found.hidden = words.length === 0;
  found.textContent = entries.length > 0
    ? (entries.length > MOST ? MOST + " of " : "") + entries.length + (entries.length === 1 ? " result" : " results")
    : "No results for “" + asked + "”. Try a field, an error code or a path, such as customer_ref.";
};

field.hidden = false;
field.addEventListener("input", search);
field.addEventListener("keydown", (event) => {
  const [first] = results.querySelectorAll("a");
  if (event.key === "Enter") first?.click();
  if (event.key === "ArrowDown" && first) {
    event.preventDefault();
    first.focus();
  }
});
nav.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || field.value === "") return;
  event.stopPropagation();
  field.value = "";
  search();
  field.focus();
});
results.addEventListener("keydown", (event) => {
  const item = event.target.closest("li");
  const next = event.key === "ArrowDown" ? item.nextElementSibling : item.previousElementSibling;
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  (next?.querySelector("a") ?? (event.key === "ArrowUp" ? field : event.target)).focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target === field || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  openMenu(true);
  field.focus();
});
`;
