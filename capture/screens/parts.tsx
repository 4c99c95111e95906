import type { ComponentChildren, Ref } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Asker, PageConfig } from "../config.ts";
import type { Choice } from "../machine/messages.ts";
import { isReturning, stepOf } from "../machine/progress.ts";
import type { Side, State } from "../machine/state.ts";
import { LANGUAGES, type Locale, type Say } from "../text/language.ts";
import { logoPhoto } from "../theme/logo.ts";

/** What every screen is given. */
export interface View {
  readonly state: State;
  readonly say: Say;
  readonly locale: Locale;
  readonly speak: (locale: Locale) => void;
  readonly config: PageConfig;
  readonly choose: (choice: Choice) => void;
  readonly chooseFile: (side: Side, file: File) => void;
  /** Keeps a photo that took itself. */
  readonly hold: (side: Side, photo: Blob) => void;
  readonly photoUrl: (side: Side) => string | undefined;
  readonly video: () => HTMLVideoElement | undefined;
}

/** Who asks, as soon as it is known. */
export const askerOf = ({ state, config }: View): Asker | null =>
  state.introduction?.page.tenant ?? config.tenant;

/** The tenant's name, within a sentence. */
export const tenantName = (view: View): string => askerOf(view)?.name ?? view.say("company");

/** What the person is about to do, by whether they come back. */
export const leadOf = ({ state, say }: Pick<View, "state" | "say">) =>
  say(isReturning(state) ? "return_lead" : "consent_lead");

/** Who asks, as a heading of every screen: the logo beside the name, which is said once. */
export function AskerName(view: View) {
  const { screen } = view.state;
  const name = askerOf(view)?.name ?? (screen.name === "withdrawn" ? screen.asker : null);
  const logo = view.state.introduction?.page.tenant.logo ?? null;
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const photo = logo === null ? null : logoPhoto(logo);
    if (photo === null) return;
    const made = URL.createObjectURL(photo);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [logo]);
  if (name === null) return null;
  return (
    <p class="tenant">
      {url !== undefined && <img class="logo" src={url} alt="" onError={() => setUrl(undefined)} />}
      <span>{name}</span>
    </p>
  );
}

/** The id of the text that says how far the person is. */
const STEPS = "steps";

/**
 * How far the person is, as text and as a bar, and whether this is test mode. Empty on screens that belong to
 * no step.
 */
export function Steps({ state, say }: View) {
  const at = stepOf(state);
  return (
    <>
      <div class="at">
        <p class="soft steps" id={STEPS}>
          {at !== null && say("step_of", at)}
        </p>
        {state.introduction?.page.mode === "test" && <p class="chip">{say("test_mode")}</p>}
      </div>
      {at !== null && (
        <div class="bar" aria-hidden="true">
          {Array.from({ length: at.count }, (_, part) => (
            <span key={part} class={part < at.step ? "done" : ""} />
          ))}
        </div>
      )}
    </>
  );
}

/**
 * A screen's heading, described by the step. It takes the focus when the screen changes, so that a screen
 * reader begins there.
 */
export function Title({ children, quiet = false }: { children: ComponentChildren; quiet?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // With the screen itself, and no moment later: what a quick person types next must not lose its place.
  useLayoutEffect(() => {
    // The page around this one keeps the focus until a person has done something here.
    if (!quiet) heading.current?.focus();
  }, [quiet]);
  return (
    <h1 tabIndex={-1} ref={heading} aria-describedby={STEPS}>
      {children}
    </h1>
  );
}

/** A button that cannot be pressed yet keeps its place in the order of the keyboard, and the focus. */
export function Button(props: {
  readonly children: ComponentChildren;
  readonly onPress: () => void;
  /** What a press does while it is disabled: by default nothing. */
  readonly onEarlyPress?: () => void;
  readonly kind?: "main" | "main danger" | "plain" | "quiet";
  readonly disabled?: boolean;
  readonly place?: Ref<HTMLButtonElement>;
}) {
  const { children, onPress, onEarlyPress, kind = "main", disabled = false, place } = props;
  return (
    <button
      type="button"
      class={kind}
      aria-disabled={disabled}
      onClick={disabled ? onEarlyPress : onPress}
      {...(place !== undefined && { ref: place })}
    >
      {children}
    </button>
  );
}

/** Where the tenant verifies those who will not or cannot be verified here, if it offers that. */
export function AlternativeWay({ isMain = true, ...view }: View & { readonly isMain?: boolean }) {
  const alternative = askerOf(view)?.alternative_url ?? null;
  return alternative === null ? null : (
    <a class={isMain ? "main" : "plain"} href={alternative} target="_top" rel="noreferrer">
      {view.say("over_alternative")}
    </a>
  );
}

/** The page's languages, each by its own name, so that everybody finds theirs. */
export const LanguageChoice = ({ say, locale, speak }: View) => (
  <select
    class="language"
    aria-label={say("language")}
    value={locale}
    onChange={({ currentTarget }) => speak(currentTarget.value as Locale)}
  >
    {Object.entries(LANGUAGES).map(([each, name]) => (
      <option key={each} value={each} lang={each} selected={each === locale}>
        {name}
      </option>
    ))}
  </select>
);

/** Whole seconds that are left of these milliseconds, down to 0. */
export function useCountdown(ms: number): number {
  const [left, setLeft] = useState(ms);
  useEffect(() => {
    if (left <= 0) return;
    const step = left % 1_000 || 1_000;
    const timer = setTimeout(() => setLeft(left - step), step);
    return () => clearTimeout(timer);
  }, [left]);
  return Math.ceil(left / 1_000);
}

const EVERY_MS = 1_500;

/** What a screen reader says while a screen stays. It says the newest only, and lets each be heard out. */
export function Spoken({ text }: { readonly text: string }) {
  const [said, setSaid] = useState("");
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const say = () => {
      if (text !== "") saidAt.current = performance.now();
      setSaid(text);
    };
    const timer = setTimeout(say, Math.max(0, saidAt.current + EVERY_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p class="spoken" role="status">
      {said}
    </p>
  );
}
