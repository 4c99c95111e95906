import { useEffect, useRef, useState } from "preact/hooks";
import type { ScreenOf } from "../machine/state.ts";
import type { Hint } from "../quality/hint.ts";
import { watchQuality } from "../quality/watch.ts";
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
function useHint(video: HTMLVideoElement | undefined): Hint | null {
  const [hint, setHint] = useState<Hint | null>(null);
  useEffect(() => (video === undefined ? undefined : watchQuality(video, setHint)), [video]);
  return hint;
}

export function DocumentCapture({ screen, ...view }: View & { screen: ScreenOf<"document_capture"> }) {
  const { say, choose } = view;
  const isOpen = screen.phase !== "opening";
  const hint = useHint(isOpen ? view.video() : undefined);
  const aim = hint === null ? "capture_aim" : (`hint_${hint}` as const);
  const told = say(isOpen ? aim : "capture_opening");
  return (
    <>
      <Title>{say(screen.side === "front" ? "capture_front_title" : "capture_back_title")}</Title>
      <Preview view={view} outline="card" isOpen={isOpen} />
      <p class="coach">{told}</p>
      <Spoken text={told} />
      <Button disabled={screen.phase !== "aiming"} onPress={() => choose({ type: "shutter" })}>
        {say("shutter")}
      </Button>
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
