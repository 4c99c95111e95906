/**
 * Shows the search field, and narrows the contents to the entries whose section has all words. Enter goes to
 * the first of them, and `/` to the field. Without a script the page has no search and all of its text.
 */
export const SEARCH_SCRIPT = `
const field = document.getElementById("search");
const links = [...document.querySelectorAll("nav a")];
const texts = new Map();
const textOf = (link) => {
  if (!texts.has(link)) {
    const section = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    const own = section?.tagName === "SECTION" ? section.textContent : "";
    texts.set(link, (link.textContent + " " + own).toLowerCase());
  }
  return texts.get(link);
};
const narrow = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const link of links) link.parentElement.hidden = !words.every((word) => textOf(link).includes(word));
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
