import { render } from "preact";
import { App } from "#capture/app.tsx";
import type { PageConfig } from "#capture/config.ts";
import type { Choice, Event } from "#capture/machine/messages.ts";
import { reduce } from "#capture/machine/reduce.ts";
import { INITIAL, type Introduction, type ScreenName, type State } from "#capture/machine/state.ts";
import { texts as ar } from "#capture/text/ar.ts";
import { texts as de } from "#capture/text/de.ts";
import { en } from "#capture/text/en.ts";
import { texts as es } from "#capture/text/es.ts";
import { texts as fr } from "#capture/text/fr.ts";
import { type Locale, languageOf } from "#capture/text/language.ts";
import { texts as pt } from "#capture/text/pt.ts";
import { applyTheme } from "#capture/theme/apply.ts";
import { ALL_SCREENS, WAITING } from "./screens.ts";

const TEXTS = { en, de, fr, es, pt, ar };
const PHOTO =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='800' height='500'><rect width='800' height='500' fill='teal'/></svg>";

const CONFIG: PageConfig = {
  parents: [],
  tenant: {
    name: "Kreissparkasse Beispielstadt-Musterhausen",
    alternative_url: "https://example.test/branch",
    theme: {
      light: { accent: "#1259b5", on_accent: "#ffffff" },
      dark: { accent: "#7db7f7", on_accent: "#0f141a" },
    },
  },
};

const INTRODUCTION: Introduction = {
  page: {
    mode: "test",
    expires_at: "2027-01-01T00:00:00.000Z",
    locale: null,
    require_live_capture: false,
    handoff: "off",
    tenant: { logo: null, ...CONFIG.tenant!, alternative_url: null, app_url: null },
    consent_text: {
      version: "3",
      locale: "en",
      text: "Example Ltd checks who you are.\n\nIt keeps your photos for 30 days.",
      sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    },
  },
  lasts: true,
  followsComputer: false,
};

/** A tenant's logo, as the service keeps one. */
function logo(): string {
  const canvas = Object.assign(document.createElement("canvas"), { width: 200, height: 80 });
  const context = canvas.getContext("2d")!;
  context.fillStyle = "teal";
  context.fillRect(0, 0, 200, 80);
  return canvas.toDataURL("image/png");
}

/** The settings of a screen: the minimum, and everything that a tenant and a browser can add. */
const SETTINGS = {
  plain: { introduction: INTRODUCTION },
  full: {
    introduction: {
      page: {
        ...INTRODUCTION.page,
        handoff: "allow",
        tenant: { logo: logo(), ...CONFIG.tenant!, app_url: "https://example.test/chip" },
      },
      lasts: false,
      followsComputer: false,
    },
    isComputer: true,
    kind: "passport",
    situation: {
      type: "document",
      verificationId: "vf_1",
      kinds: ["cid", "passport"],
      methods: ["chip", "credential", "picture"],
      reason: null,
      attemptsLeft: 2,
    },
    fileFault: { why: "pdf" },
    camera: { lenses: ["wide", "far"], lens: "wide", hasTorch: true },
  },
} satisfies Readonly<Record<string, Partial<State>>>;

let state: State = INITIAL;
let locale: Locale = "en";

function draw(): void {
  const language = languageOf(locale, TEXTS[locale]);
  document.documentElement.lang = locale;
  document.documentElement.dir = language.direction;
  document.title = language.say("page_title");
  if (state.introduction !== null) applyTheme(document.documentElement, state.introduction.page.tenant);
  render(
    <App
      state={state}
      say={language.say}
      locale={locale}
      speak={(wanted) => {
        locale = wanted;
        draw();
      }}
      config={CONFIG}
      choose={dispatch}
      chooseFile={() => dispatch({ type: "choose_file" })}
      hold={() => dispatch({ type: "held" })}
      photoUrl={() => PHOTO}
      video={() => undefined}
    />,
    document.getElementById("page")!,
  );
}

function dispatch(event: Choice | Event): void {
  state = reduce(state, event).state;
  draw();
}

/** As on a secure page, which this one is not. */
Object.defineProperty(navigator, "clipboard", { value: { writeText: async () => {} } });

/** For the tests: the number of screens, one selected screen, and the service's responses. */
Object.assign(globalThis, {
  gallery: {
    count: ALL_SCREENS.length,
    settings: Object.keys(SETTINGS),
    show: (at: number, wanted: Locale, setting: keyof typeof SETTINGS = "plain") => {
      state = { ...INITIAL, ...SETTINGS[setting], screen: ALL_SCREENS[at]! };
      locale = wanted;
      // The one stands in a tenant's frame; the other is alone, with all that can be opened open.
      document.documentElement.toggleAttribute("data-alone", setting === "full");
      draw();
      for (const each of document.querySelectorAll("details")) each.open = setting === "full";
      return state.screen.name;
    },
    /** Consent to this text, on a page of its own: on a phone, or on a computer that offers one. */
    ask: (text: string, wanted: Locale, isComputer = false) => {
      const { page } = INTRODUCTION;
      const consent_text = { ...page.consent_text, text };
      const asked = { ...page, handoff: "allow" as const, consent_text };
      const introduction = { ...INTRODUCTION, page: asked };
      state = { ...INITIAL, introduction, isComputer, screen: { name: "consent" } };
      locale = wanted;
      document.documentElement.toggleAttribute("data-alone", true);
      draw();
    },
    /** The first screen of this name, and of this reason if one is given. */
    find: (name: ScreenName, why?: string) =>
      ALL_SCREENS.findIndex(
        (screen) => screen.name === name && (why === undefined || ("why" in screen && screen.why === why)),
      ),
    /** A screen on a computer alone, as most people meet it: nothing failed before, and no torch. */
    computer: (at: number, wanted: Locale) => {
      const introduction = { ...SETTINGS.full.introduction, lasts: true };
      const camera = { ...SETTINGS.full.camera, hasTorch: false };
      const usual = { introduction, camera, fileFault: null, screen: ALL_SCREENS[at]! };
      state = { ...INITIAL, ...SETTINGS.full, ...usual };
      locale = wanted;
      document.documentElement.toggleAttribute("data-alone", true);
      draw();
      return state.screen.name;
    },
    /** A computer that shows the code of this address. */
    local: (url: string) => {
      const handoff = { ...WAITING, url };
      state = { ...INITIAL, ...SETTINGS.full, screen: { name: "use_phone", handoff, ended: null } };
      draw();
    },
    /** A screen on a phone of a person who prefers to press. */
    byHand: (at: number) => {
      state = { ...INITIAL, introduction: INTRODUCTION, automatic: false, screen: ALL_SCREENS[at]! };
      draw();
    },
    /** The same screen on a phone. */
    phone: () => {
      state = { ...state, isComputer: false };
      draw();
    },
    /** The same screen on a phone that has scanned a computer's code. */
    scanned: () => {
      state = { ...state, introduction: { ...INTRODUCTION, followsComputer: true } };
      draw();
    },
    begin: () => {
      state = INITIAL;
      locale = "en";
      dispatch({ type: "started", obstacle: null, hasAccess: true, isComputer: true });
      dispatch({ type: "introduced", task: state.task, introduction: INTRODUCTION });
    },
    /** The service has asked for this movement, and its answer is awaited. */
    asked: (action: NonNullable<State["action"]>) => {
      state = { ...state, action, screen: { name: "sending", what: "face" } };
    },
    /** A response to the machine's last request. */
    answer: (event: Event) => dispatch({ ...event, ...("task" in event && { task: state.task }) }),
  },
});
