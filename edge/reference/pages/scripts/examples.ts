/** One language for all examples of a call, this host in the set-up, and a button that copies an example. */
export const EXAMPLES = `
for (const tabs of document.querySelectorAll(".tabs")) tabs.hidden = false;
const speak = (label) => {
  document.documentElement.dataset.language = label;
  for (const tab of document.querySelectorAll(".tabs button")) {
    tab.setAttribute("aria-pressed", String(tab.textContent === label));
  }
};
speak("curl");
document.addEventListener("click", (event) => {
  const tab = event.target.closest(".tabs button");
  if (tab === null) return;
  // What the person looks at stays where it is, though the examples above change their height.
  const before = tab.getBoundingClientRect().top;
  speak(tab.textContent);
  scrollBy(0, tab.getBoundingClientRect().top - before);
});

for (const code of document.querySelectorAll("#about pre code")) {
  code.textContent = code.textContent.replace("https://selfsame.example", location.origin);
}

// A page without HTTPS has no clipboard.
if (navigator.clipboard) {
  for (const code of document.querySelectorAll("pre")) {
    const button = Object.assign(document.createElement("button"), { className: "copy", textContent: "Copy" });
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 2000);
    });
    const frame = Object.assign(document.createElement("div"), { className: "code" });
    code.replaceWith(frame);
    frame.append(code, button);
  }
}
`;
