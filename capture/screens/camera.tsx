import { useEffect, useRef, useState } from "preact/hooks";
import type { ScreenOf } from "../machine/state.ts";
import type { Hint } from "../quality/hint.ts";
import { watchQuality } from "../quality/watch.ts";
import type { Key } from "../text/catalogue.ts";
import type { Say } from "../text/language.ts";
import { Button, FileChoice, OtherWay, Title, type View } from "./parts.tsx";
import { Spoken } from "./spoken.tsx";

/** What the camera sees, within an outline. A face is mirrored as in a mirror; its pictures are not. */
function Preview(props: {
  readonly view: View;
  readonly outline: "card" | "face";
  readonly isOpen: boolean;
}) {
  const { view, outline, isOpen } = props;
  const place = useRef<HTMLDivElement>(null);
  const video = isOpen ? view.video() : undefined;
  useEffect(() => {
    if (video !== undefined) place.current?.replaceChildren(video);
  }, [video]);
  return (
    <div class={`preview ${outline}`}>
      <div class="film" ref={place} />
      <div class="outline" />
    </div>
  );
}

/** What to do about the light, the hand and the distance; null until the first frame was judged. */
function useHint(video: HTMLVideoElement | undefined, choose: View["choose"]): Hint | null {
  const [hint, setHint] = useState<Hint | null>(null);
  useEffect(() => {
    if (video === undefined) return;
    return watchQuality(video, { hint: setHint, steady: () => choose({ type: "held" }) });
  }, [video, choose]);
  return hint;
}

/** How often the shutter is offered in words where no picture takes itself, and for how long. */
const OFFER = { everyMs: 10_000, forMs: 4_000 } as const;

function useOffer(isAiming: boolean): boolean {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    if (!isAiming) return;
    const timer = setTimeout(() => setOffered(!isOffered), isOffered ? OFFER.forMs : OFFER.everyMs);
    return () => clearTimeout(timer);
  }, [isAiming, isOffered]);
  return isAiming && isOffered;
}

/** The one thing to do now before the camera. */
function aimingOf(hint: Hint | null, isOffered: boolean, automatic: boolean): Key {
  if (isOffered) return "capture_by_hand";
  if (hint === null) return "capture_aim";
  return hint === "good" && automatic ? "hint_good_automatic" : `hint_${hint}`;
}

export function DocumentCapture({ screen, ...view }: View & { screen: ScreenOf<"document_capture"> }) {
  const { say, choose, state } = view;
  const { automatic } = state;
  const hint = useHint(screen.phase === "opening" ? undefined : view.video(), choose);
  const isOffered = useOffer(screen.phase === "aiming");
  const told = say(
    {
      opening: "capture_opening" as const,
      aiming: aimingOf(hint, isOffered, automatic),
      taking: "hint_moving" as const,
    }[screen.phase],
  );
  return (
    <>
      <Title>{say(screen.side === "front" ? "capture_front_title" : "capture_back_title")}</Title>
      <Preview view={view} outline="card" isOpen={screen.phase !== "opening"} />
      <p class="coach">{told}</p>
      <Spoken text={told} />
      <Button disabled={screen.phase !== "aiming"} onPress={() => choose({ type: "shutter" })}>
        {say("shutter")}
      </Button>
      <label class="tick">
        <input
          type="checkbox"
          checked={automatic}
          onChange={({ currentTarget: { checked } }) => choose({ type: "choose_automatic", on: checked })}
        />
        <span>{say("capture_automatic")}</span>
      </label>
      <FileChoice {...view} side={screen.side} />
      <Button kind="plain" onPress={() => choose({ type: "back" })}>
        {say("back")}
      </Button>
      <OtherWay {...view} />
    </>
  );
}

export function Look({ screen, ...view }: View & { screen: ScreenOf<"look"> }) {
  const { say, choose, pictureUrl } = view;
  return (
    <>
      <Title>{say("look_title")}</Title>
      <p>{say("look_lead")}</p>
      <img class="taken" src={pictureUrl(screen.side)} alt={say("look_alt")} />
      <Button onPress={() => choose({ type: "go_on" })}>{say("look_keep")}</Button>
      <Button kind="plain" onPress={() => choose({ type: "retake" })}>
        {say("look_again")}
      </Button>
      <FileChoice {...view} side={screen.side} />
      <OtherWay {...view} />
    </>
  );
}

export function Challenge({ screen, ...view }: View & { screen: ScreenOf<"challenge"> }) {
  const { say, choose } = view;
  const { phase } = screen;
  return (
    <>
      <Title>{say("face_title")}</Title>
      <p class="coach">{coachingOf(screen, say)}</p>
      <Preview view={view} outline="face" isOpen={phase !== "opening"} />
      <Button disabled={phase !== "framing"} onPress={() => choose({ type: "go_on" })}>
        {say("face_start")}
      </Button>
      <Button kind="plain" onPress={() => choose({ type: "back" })}>
        {say("back")}
      </Button>
      <OtherWay {...view} />
    </>
  );
}

/** The one thing to do now. Nothing is seen on the device: the sentences follow one another by time. */
export function coachingOf({ phase, stage, action }: ScreenOf<"challenge">, say: Say): string {
  if (phase === "opening") return say("capture_opening");
  if (phase === "framing") return say("face_frame");
  if (phase === "asking") return say("working");
  if (stage !== "act") return say(`stage_${stage}`);
  // Without an action of the server a slow turn shows that a head has depth.
  return say(`act_${action ?? "turn_left"}`);
}
