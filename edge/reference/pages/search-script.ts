/**
 * Shows the search field, and narrows the contents to the entries whose title has all words; if there are
 * none, to those whose section has them. Enter goes to the first of them, and `/` to the field. Without a
 * script the page has no search and all of its text.
 */
export const SEARCH_SCRIPT = `
const field = document.getElementById("search");
const links = [...document.querySelectorAll("nav a")];
const texts = new Map();
const textsOf = (link) => {
  if (!texts.has(link)) {
    const found = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    const section = found?.tagName === "SECTION" ? found : null;
    const title = link.textContent + " " + (section?.querySelector("h3")?.textContent ?? "");
    const text = title + " " + (section?.textContent ?? found?.nextElementSibling?.textContent ?? "");
    texts.set(link, { title: title.toLowerCase().replaceAll("_", " "), text: text.toLowerCase().replaceAll("_", " ") });
  }
  return texts.get(link);
};
const narrow = () => {
  const words = field.value.toLowerCase().split(/[\\s_]+/).filter(Boolean);
  const having = (part) => links.filter((link) => words.every((word) => textsOf(link)[part].includes(word)));
  const titled = having("title");
  const shown = new Set(titled.length > 0 ? titled : having("text"));
  for (const link of links) link.parentElement.hidden = !shown.has(link);
  for (const group of document.querySelectorAll("nav details")) {
    const found = group.querySelector("li:not([hidden])") !== null;
    group.hidden = !found;
    if (words.length > 0) group.open = found;
  }
};
field.hidden = false;
field.addEventListener("input", narrow);
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter") links.find((link) => !link.parentElement.hidden)?.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target === field) return;
  event.preventDefault();
  field.focus();
});
`;
