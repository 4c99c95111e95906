import { render } from "preact";
import { accessFromCode, codeIn } from "./access/code.ts";
import { accessFromFrame } from "./access/frame.ts";
import { accessFromLink, secretIn } from "./access/link.ts";
import { App } from "./app.tsx";
import { readConfig, readWishes } from "./config.ts";
import { Album } from "./effects/album.ts";
import { createRunner, type Runner } from "./effects/run.ts";
import type { Event } from "./machine/messages.ts";
import { reduce } from "./machine/reduce.ts";
import { INITIAL, type Obstacle } from "./machine/state.ts";
import { ENGLISH, type Locale, localeFor } from "./text/language.ts";
import { loadLanguage } from "./text/load.ts";
import { applyTheme } from "./theme/apply.ts";

const config = readConfig(document);
const wishes = readWishes(location.search, navigator.languages);
const album = new Album();
const place = document.getElementById("page")!;

let state = INITIAL;
let runner: Runner | undefined;
let language = ENGLISH;
let wanted: Locale = "en";
/** Nothing is shown before the first language is there: it comes while the page is read. */
let isSpoken = false;
/** The language that the person has chosen, or null. After a choice nothing else changes it. */
let chosen: Locale | null = null;

function dispatch(event: Event): void {
  const step = reduce(state, event);
  state = step.state;
  if (event.type === "introduced") {
    const { tenant, locale } = event.introduction.page;
    applyTheme(document.documentElement, tenant);
    if (locale !== null && chosen === null) void speak(localeFor([locale, ...wishes.languages]));
  }
  draw();
  for (const command of step.commands) runner?.run(command);
}

function draw(): void {
  if (!isSpoken) return;
  render(
    <App
      state={state}
      say={language.say}
      locale={language.locale}
      speak={(locale) => {
        chosen = locale;
        void speak(locale);
        dispatch({ type: "choose_language" });
      }}
      config={config}
      choose={dispatch}
      chooseFile={(side, file) => {
        void runner
          ?.keepFile(side, file)
          .then((fault) =>
            dispatch(fault === null ? { type: "choose_file" } : { type: "file_refused", fault }),
          );
      }}
      hold={(side, photo) => {
        album.keep(side, photo);
        dispatch({ type: "held" });
      }}
      photoUrl={(side) => album.photo(side)?.url}
      video={() => runner?.video()}
    />,
    place,
  );
}

/** Switches to this language. The last choice wins, even if an earlier one finishes loading later. */
async function speak(locale: Locale): Promise<void> {
  wanted = locale;
  const loaded = await loadLanguage(locale);
  if (wanted !== locale) return;
  language = loaded;
  isSpoken = true;
  document.documentElement.lang = language.locale;
  document.documentElement.dir = language.direction;
  document.title = language.say("page_title");
  draw();
}

/** What keeps a camera from working here, by ability and not by the browser's name. */
function findObstacle(): Obstacle | null {
  if (!window.isSecureContext) return "insecure";
  if (typeof OffscreenCanvas === "undefined") return "old";
  if (navigator.mediaDevices === undefined) return "in_app";
  return null;
}

/** Whether the person points with something finer than a finger. */
const isComputer = () =>
  matchMedia("(any-pointer: fine)").matches && !matchMedia("(pointer: coarse)").matches;

async function start(): Promise<void> {
  // In a frame the page around it gives the height and the look.
  document.documentElement.toggleAttribute("data-alone", window === window.parent);
  if (wishes.light !== null) document.documentElement.style.colorScheme = wishes.light;
  if (config.tenant !== null) applyTheme(document.documentElement, config.tenant);
  void speak(localeFor(wishes.languages));
  const secret = secretIn(location.hash);
  // Another link in the same tab is another verification; a changed fragment alone loads nothing.
  addEventListener("hashchange", () => location.reload());
  const code = codeIn(location.hash);
  const access = await (secret !== null
    ? accessFromLink(secret)
    : code !== null
      ? accessFromCode(code)
      : accessFromFrame(config.parents));
  if (access !== null) {
    runner = createRunner({
      access,
      album,
      dispatch,
      isWanted: (task) => task === state.task,
      chosenLanguage: () => chosen,
    });
  }
  dispatch({
    type: "started",
    obstacle: findObstacle(),
    hasAccess: access !== null,
    isComputer: isComputer(),
  });
}

void start();
