import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { BEATS } from "../machine/beats.ts";
import type { Action, ScreenOf } from "../machine/state.ts";
import { watchLight } from "../quality/watch.ts";
import type { Say } from "../text/language.ts";
import { Movement } from "./drawings.tsx";
import { Help } from "./help.tsx";
import { Button, Title, useCountdown, type View } from "./parts.tsx";
import { LensChoice, Preview } from "./preview.tsx";

/** Without an action of the server a slow turn shows that a head has depth. */
const USUAL_ACTION: Action = "turn_left";

export function Challenge({ screen, ...view }: View & { screen: ScreenOf<"challenge"> }) {
  const { say, choose } = view;
  const { phase, stage, mode } = screen;
  const video = phase === "framing" ? view.video() : undefined;
  useEffect(() => {
    if (video === undefined) return;
    return watchLight(video, (light) => choose({ type: "light_seen", light }));
  }, [video, choose]);
  const isMoving = phase === "acting" && stage !== "straight";
  return (
    <>
      <Title>{say("face_title")}</Title>
      <div class="coach">
        {isMoving && <Movement action={screen.action ?? USUAL_ACTION} />}
        <p>{coachingOf(screen, say)}</p>
      </div>
      <Preview view={view} outline="face" isOpen={phase !== "opening"} />
      {phase === "acting" ? (
        <Shots {...view} mode={mode} stage={stage} />
      ) : (
        <Button disabled={phase !== "framing"} onPress={() => choose({ type: "go_on" })}>
          {say("face_start")}
        </Button>
      )}
      <div class="row">
        <Button kind="quiet" onPress={() => choose({ type: "back" })}>
          {say("back")}
        </Button>
        <Help {...view}>
          <LensChoice view={view} isReady={phase === "framing"} />
        </Help>
      </div>
    </>
  );
}

type ShotsShown = View & Pick<ScreenOf<"challenge">, "mode" | "stage">;

/** Which photo comes next, and in how many seconds. It takes the focus of the button that it replaces. */
function Shots({ mode, stage, say }: ShotsShown) {
  const beats = BEATS[mode];
  const at = Math.max(
    0,
    beats.findIndex((beat) => beat.stage === stage),
  );
  const place = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => place.current?.focus(), []);
  return (
    <p class="shots" tabIndex={-1} ref={place}>
      <span>{say("face_count", { number: at + 1, count: beats.length })}</span>
      <Countdown key={stage} ms={beats[at]!.afterMs} say={say} />
    </p>
  );
}

/** When the photo is taken, such as "in 2 s", for the eye: a reader has the instruction to say. */
function Countdown({ ms, say }: { readonly ms: number; readonly say: Say }) {
  // The photo itself takes a moment: meanwhile the 1 stays.
  const left = Math.max(1, useCountdown(ms));
  return (
    <span class="left" aria-hidden="true">
      {say("face_in", { seconds: left })}
    </span>
  );
}

/** The one thing to do now. The page analyses no face: the instructions follow one another by time. */
export function coachingOf({ phase, stage, action, light }: ScreenOf<"challenge">, say: Say): string {
  if (phase === "opening") return say("capture_opening");
  if (phase === "framing") return say(light === null ? "face_frame" : `reason_${light}`);
  if (phase === "asking") return say("working");
  if (stage === "straight") return say("stage_straight");
  if (stage === "act") return say(`act_${action ?? USUAL_ACTION}`);
  return say(furtherOf(action));
}

const furtherOf = (action: Action | null) =>
  action === "blink" || action === "smile" || action === "open_mouth"
    ? (`further_${action}` as const)
    : "stage_further";
