import { useEffect, useRef, useState } from "preact/hooks";
import type { ScreenOf } from "../machine/state.ts";
import { type Hint, silentMs } from "../quality/hint.ts";
import { watchLight, watchQuality } from "../quality/watch.ts";
import type { Key } from "../text/en.ts";
import type { Say } from "../text/language.ts";
import { Button, FileChoice, OtherWay, Spoken, Title, type View } from "./parts.tsx";

/** What the camera sees, within an outline. A face is mirrored as in a mirror; its photos are not. */
function Preview(props: {
  readonly view: View;
  readonly outline: "card" | "face";
  readonly isOpen: boolean;
}) {
  const { view, outline, isOpen } = props;
  const frame = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const video = isOpen ? view.video() : undefined;
  useEffect(() => {
    if (video === undefined) return;
    place.current?.replaceChildren(video);
    // A phone films upright, and lying once it is turned: the outline lies in the photo, not beside it.
    const fitOutline = () => {
      const ratio = video.videoWidth / video.videoHeight;
      if (ratio > 0) frame.current?.style.setProperty("--ratio", String(ratio));
    };
    fitOutline();
    video.addEventListener("resize", fitOutline);
    return () => video.removeEventListener("resize", fitOutline);
  }, [video]);
  return (
    <div class={`preview ${outline}`} ref={frame}>
      <div class="film" ref={place} />
      <div class="outline" />
    </div>
  );
}

/** What to do about the light, the hand and the distance; null until the first frame was judged. */
function useHint(
  video: HTMLVideoElement | undefined,
  /** Takes the photo that took itself; undefined while none should. */
  hold: ((photo: Blob) => void) | undefined,
): Hint | null {
  const [hint, setHint] = useState<Hint | null>(null);
  const held = useRef(hold);
  held.current = hold;
  useEffect(() => {
    if (video === undefined) return;
    const end = watchQuality(video, {
      hint: setHint,
      steady: async (best) => {
        const photo = held.current === undefined ? null : await best();
        // Meanwhile the person may have pressed, or left.
        if (photo !== null) held.current?.(photo);
      },
    });
    return () => {
      held.current = undefined;
      end();
    };
  }, [video]);
  return hint;
}

/** Another lens, or light, where the open camera has them. */
function CameraChoices({ view, isReady }: { readonly view: View; readonly isReady: boolean }) {
  const { state, say, choose } = view;
  const { camera, isTorchOn } = state;
  return (
    <>
      {camera?.hasTorch === true && state.screen.name === "document_capture" && (
        <Button kind="plain" disabled={!isReady} onPress={() => choose({ type: "torch", on: !isTorchOn })}>
          {say(isTorchOn ? "torch_off" : "torch_on")}
        </Button>
      )}
      {(camera?.lenses.length ?? 0) > 1 && (
        <Button kind="plain" disabled={!isReady} onPress={() => choose({ type: "next_lens" })}>
          {say("other_lens")}
        </Button>
      )}
    </>
  );
}

/** For how long the shutter is offered in words where no photo takes itself. */
const OFFERED_MS = 4_000;

function useOffer(isAiming: boolean, silentMs: number): boolean {
  const [isOffered, setOffered] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
  }, [isAiming, isOffered]);
  useEffect(() => {
    if (!isAiming) return;
    // Hints that take turns do not put it off.
    const left = (isOffered ? OFFERED_MS : silentMs) - (performance.now() - since.current);
    const timer = setTimeout(() => setOffered(!isOffered), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [isAiming, isOffered, silentMs]);
  return isAiming && isOffered;
}

/** The one thing to do now before the camera. */
function aimingOf(hint: Hint | null, isOffered: boolean, automatic: boolean): Key {
  if (isOffered) return "capture_by_hand";
  if (hint === null || hint === "nothing") return "capture_aim";
  return hint === "good" && automatic ? "hint_good_automatic" : `hint_${hint}`;
}

export function DocumentCapture({ screen, ...view }: View & { screen: ScreenOf<"document_capture"> }) {
  const { say, choose, state } = view;
  const { automatic } = state;
  const takesItself = screen.phase === "aiming" && automatic;
  const hint = useHint(
    screen.phase === "opening" ? undefined : view.video(),
    takesItself ? (photo) => view.hold(screen.side, photo) : undefined,
  );
  const isOffered = useOffer(screen.phase === "aiming", silentMs(hint));
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
      <CameraChoices view={view} isReady={screen.phase === "aiming"} />
      <FileChoice {...view} side={screen.side} />
      <Button kind="plain" onPress={() => choose({ type: "back" })}>
        {say("back")}
      </Button>
      <OtherWay {...view} />
    </>
  );
}

/** Nobody keeps a photo that they have not seen: until it is drawn, too, all below it moves. */
export function Look({ screen, ...view }: View & { screen: ScreenOf<"look"> }) {
  const { say, choose, photoUrl } = view;
  const url = photoUrl(screen.side);
  const [shown, setShown] = useState<string>();
  // A file that this browser cannot draw goes up all the same.
  const show = () => setShown(url);
  return (
    <>
      <Title>{say("look_title")}</Title>
      <p>{say("look_lead")}</p>
      <img class="taken" src={url} alt={say("look_alt")} onLoad={show} onError={show} />
      <Button disabled={shown !== url} onPress={() => choose({ type: "go_on" })}>
        {say("look_keep")}
      </Button>
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
  const video = phase === "framing" ? view.video() : undefined;
  useEffect(() => {
    if (video === undefined) return;
    return watchLight(video, (light) => choose({ type: "light_seen", light }));
  }, [video, choose]);
  return (
    <>
      <Title>{say("face_title")}</Title>
      <p class="coach">{coachingOf(screen, say)}</p>
      <Preview view={view} outline="face" isOpen={phase !== "opening"} />
      <Button disabled={phase !== "framing"} onPress={() => choose({ type: "go_on" })}>
        {say("face_start")}
      </Button>
      <CameraChoices view={view} isReady={phase === "framing"} />
      <Button kind="plain" onPress={() => choose({ type: "back" })}>
        {say("back")}
      </Button>
      <OtherWay {...view} />
    </>
  );
}

/** The one thing to do now. Nothing is seen on the device: the sentences follow one another by time. */
export function coachingOf({ phase, stage, action, light }: ScreenOf<"challenge">, say: Say): string {
  if (phase === "opening") return say("capture_opening");
  if (phase === "framing") return say(light === null ? "face_frame" : `reason_${light}`);
  if (phase === "asking") return say("working");
  if (stage !== "act") return say(`stage_${stage}`);
  // Without an action of the server a slow turn shows that a head has depth.
  return say(`act_${action ?? "turn_left"}`);
}
