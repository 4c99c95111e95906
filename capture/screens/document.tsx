import { useEffect, useRef, useState } from "preact/hooks";
import type { ScreenOf } from "../machine/state.ts";
import { aimingText, type Hint, silentMs } from "../quality/hint.ts";
import { watchQuality } from "../quality/watch.ts";
import { FileChoice, FileRefusal, Help } from "./help.tsx";
import { Button, Spoken, Title, type View } from "./parts.tsx";
import { LensChoice, Preview, TorchChoice } from "./preview.tsx";

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

/** For how long the shutter is offered in words where no photo takes itself. */
const OFFERED_MS = 4_000;

/** It comes first if no photo takes itself. */
function useOffer(isAiming: boolean, silentMs: number, automatic: boolean): boolean {
  const [isOffered, setOffered] = useState(!automatic);
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

export function DocumentCapture({ screen, ...view }: View & { screen: ScreenOf<"document_capture"> }) {
  const { say, choose, state } = view;
  const { automatic } = state;
  const isReady = screen.phase === "aiming";
  const takesItself = isReady && automatic;
  const hint = useHint(
    screen.phase === "opening" ? undefined : view.video(),
    takesItself ? (photo) => view.hold(screen.side, photo) : undefined,
  );
  const isOffered = useOffer(isReady, silentMs(hint), automatic);
  const coaching = say(
    {
      opening: "capture_opening" as const,
      aiming: aimingText(hint, isOffered, automatic),
      taking: "hint_moving" as const,
    }[screen.phase],
  );
  return (
    <>
      <Title>{say(screen.side === "front" ? "capture_front_title" : "capture_back_title")}</Title>
      <FileRefusal {...view} />
      <p class="coach">{coaching}</p>
      <Spoken text={coaching} />
      <Preview view={view} outline="card" isOpen={screen.phase !== "opening"} />
      <Button disabled={!isReady} onPress={() => choose({ type: "shutter", isBlurred: hint === "blurred" })}>
        {say("shutter")}
      </Button>
      <TorchChoice view={view} isReady={isReady} />
      <div class="row">
        <Button kind="quiet" onPress={() => choose({ type: "back" })}>
          {say("back")}
        </Button>
        <Help {...view}>
          <label class="tick">
            <input
              type="checkbox"
              checked={automatic}
              onChange={({ currentTarget: { checked } }) => choose({ type: "choose_automatic", on: checked })}
            />
            <span>{say("capture_automatic")}</span>
          </label>
          <LensChoice view={view} isReady={isReady} />
          <FileChoice {...view} side={screen.side} />
        </Help>
      </div>
    </>
  );
}

const showDialog = (dialog: HTMLDialogElement | null) => dialog?.showModal();

/** A photo is kept only once it was drawn: nobody keeps one that they have not seen. */
export function Look({ screen, ...view }: View & { screen: ScreenOf<"look"> }) {
  const { say, choose, photoUrl, state } = view;
  const url = photoUrl(screen.side);
  const [shown, setShown] = useState<string>();
  const [broken, setBroken] = useState<string>();
  const [isLarge, setLarge] = useState(false);
  const isBroken = broken !== undefined && broken === url;
  const isFile = state.kept[screen.side] === "file";
  const fault = isBroken ? "file_other" : state.isBlurred ? "look_blurred" : null;
  const again = fault === null ? "plain" : "main";
  const keep = !isBroken && (
    <Button
      kind={state.isBlurred ? "plain" : "main"}
      disabled={shown !== url}
      onPress={() => choose({ type: "go_on" })}
    >
      {say("look_keep")}
    </Button>
  );
  const retake = (kind: "main" | "plain") => (
    <Button kind={kind} onPress={() => choose({ type: "retake" })}>
      {say("look_again")}
    </Button>
  );
  return (
    <>
      <Title>{say("look_title")}</Title>
      <FileRefusal {...view} />
      {fault === null ? (
        <p>{say("look_lead")}</p>
      ) : (
        <p class="reason" role="alert">
          {say(fault)}
        </p>
      )}
      {!isBroken && (
        <>
          <div class="photo">
            <button type="button" class="zoom" onClick={() => setLarge(true)}>
              <img
                class="taken"
                src={url}
                alt={say("look_alt")}
                onLoad={() => setShown(url)}
                onError={() => setBroken(url)}
              />
            </button>
            <p class="soft waits">{say("look_enlarge")}</p>
          </div>
          {isLarge && (
            <dialog
              class="large"
              ref={showDialog}
              aria-label={say("look_alt")}
              onClose={() => setLarge(false)}
            >
              <button type="button" class="zoom" aria-label={say("close")} onClick={() => setLarge(false)}>
                <span class="close">× {say("close")}</span>
                <img
                  src={url}
                  alt=""
                  onLoad={({ currentTarget }) =>
                    currentTarget.scrollIntoView({ block: "center", inline: "center" })
                  }
                />
              </button>
            </dialog>
          )}
        </>
      )}
      <div class="acts">
        {!state.isBlurred && keep}
        {isFile ? <FileChoice {...view} side={screen.side} kind={again} isAnother /> : retake(again)}
        {state.isBlurred && keep}
        <Help {...view}>{isFile ? retake("plain") : <FileChoice {...view} side={screen.side} />}</Help>
      </div>
    </>
  );
}
