/**
 * The contents beside the text: the link of the section that is read now is marked, and its group is open. On
 * a phone they are a menu, which a choice, Escape and its button close.
 */
export const CONTENTS = `
const nav = document.querySelector("nav");
const menu = document.getElementById("menu");
const links = [...document.querySelectorAll("nav details a")];
const sectionOf = (link) => document.getElementById(decodeURIComponent(link.hash.slice(1)));

const openMenu = (open) => {
  nav.classList.toggle("open", open);
  menu.setAttribute("aria-expanded", String(open));
};
document.documentElement.dataset.script = "";
menu.hidden = false;
menu.addEventListener("click", () => openMenu(!nav.classList.contains("open")));
nav.addEventListener("click", (event) => {
  if (event.target.closest("a")) openMenu(false);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !nav.classList.contains("open")) return;
  openMenu(false);
  menu.focus();
});

const linkOf = new Map(links.map((link) => [sectionOf(link), link]));
const visible = new Set();
let current;
let opened;
const mark = () => {
  const section = [...linkOf.keys()].find((each) => visible.has(each));
  if (section === undefined || section === current) return;
  linkOf.get(current)?.removeAttribute("aria-current");
  current = section;
  const link = linkOf.get(section);
  link.setAttribute("aria-current", "true");
  const group = link.closest("details");
  if (opened !== group) {
    // A group that a person has opened stays open.
    if (opened) opened.open = false;
    opened = group.open ? undefined : group;
    group.open = true;
  }
  const [place, frame] = [link.getBoundingClientRect(), nav.getBoundingClientRect()];
  if (place.top < frame.top + 60) nav.scrollTop += place.top - frame.top - 60;
  if (place.bottom > frame.bottom) nav.scrollTop += place.bottom - frame.bottom + 60;
};
// A section is read as soon as it reaches the upper fifth of the window.
const watch = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) visible.add(target);
    else visible.delete(target);
  }
  mark();
}, { rootMargin: "-5% 0px -80% 0px" });
for (const section of linkOf.keys()) watch.observe(section);
`;
