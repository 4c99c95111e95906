import { mayUsePhone } from "../machine/screens/handoff.ts";
import { mayChooseAnother, mayTakeOver } from "../machine/screens/ways.ts";
import type { CameraFault, ScreenOf } from "../machine/state.ts";
import { DOCUMENTS, FaceDrawing, MARKS } from "./drawings.tsx";
import { PhoneOffer } from "./handoff.tsx";
import { FileChoice, FileRefusal, Help, mayUseFile } from "./help.tsx";
import { AlternativeWay, askerOf, Button, Title, tenantName, useCountdown, type View } from "./parts.tsx";
import { WithdrawalChoice } from "./withdrawal.tsx";

export const Loading = ({ say }: View) => (
  <div class="end">
    <Title quiet>{say("page_title")}</Title>
    <p>{say("working")}</p>
    <progress aria-label={say("working")} />
  </div>
);

/** Nothing is left to do for the person, and nothing is decided. */
export const Waiting = (view: View) => (
  <>
    <Title>{view.say("waiting_title")}</Title>
    <p>{view.say("waiting_lead", { name: tenantName(view) })}</p>
    <progress aria-label={view.say("waiting_title")} />
    <Help {...view} />
  </>
);

export function Unsupported({ screen, ...view }: View & { screen: ScreenOf<"unsupported"> }) {
  const { say, choose } = view;
  return (
    <>
      <Title quiet>{say(`unsupported_${screen.why}_title`)}</Title>
      <p>{say(`unsupported_${screen.why}_lead`)}</p>
      <Button kind="plain" onPress={() => choose({ type: "go_on" })}>
        {say("unsupported_anyway")}
      </Button>
      <Help {...view} />
    </>
  );
}

/** Where a browser hides the switch that gives the camera back. */
function browserOf(agent: string): "chromium" | "firefox" | "safari" | "other" {
  if (/Firefox|FxiOS/.test(agent)) return "firefox";
  if (/Chrome|Chromium|CriOS|Edg/.test(agent)) return "chromium";
  return /Safari/.test(agent) ? "safari" : "other";
}

/** Faults that a person can rarely correct: another way comes before another try. */
const LASTING: ReadonlySet<CameraFault> = new Set<CameraFault>(["missing", "not_allowed_here"]);

export function CameraRecovery({ screen, ...view }: View & { screen: ScreenOf<"camera_recovery"> }) {
  const { say, choose, state } = view;
  const { why, side } = screen;
  const takesFile = screen.facing === "environment" && mayUseFile(state);
  const isLasting = LASTING.has(why);
  const file = takesFile && <FileChoice {...view} side={side} kind={isLasting ? "main" : "plain"} />;
  const again = (
    <Button
      kind={isLasting && (takesFile || mayUsePhone(state)) ? "plain" : "main"}
      onPress={() => choose({ type: "go_on" })}
    >
      {say("try_again")}
    </Button>
  );
  return (
    <>
      <Title>{say(`recovery_${why}_title`)}</Title>
      <FileRefusal {...view} />
      <p>
        {why === "denied"
          ? say(`recovery_denied_${browserOf(navigator.userAgent)}`)
          : say(`recovery_${why}_lead`)}
      </p>
      {isLasting ? file : again}
      {!isLasting && file}
      <PhoneOffer {...view} kind={isLasting && !takesFile ? "main" : "plain"} />
      {isLasting && again}
      <Help {...view} />
    </>
  );
}

export function Sending({ screen, say }: View & { screen: ScreenOf<"sending"> }) {
  return (
    <div class="end">
      {screen.what === "face" ? <FaceDrawing /> : <DOCUMENTS.front />}
      <Title>{say("sending_title")}</Title>
      <p>{say(`sending_${screen.what}`)}</p>
      <progress aria-label={say("sending_progress")} />
    </div>
  );
}

/** What the person can change. */
export function changeText({ change }: ScreenOf<"change">, { state, say }: View): string {
  const reason = say(`reason_${change}`);
  if (state.action === null) return reason;
  if (change === "frames_not_distinct") return say("unmoved");
  if (change !== "challenge_not_performed") return reason;
  return `${say("missed", { movement: say(`act_${state.action}`) })} ${reason}`;
}

export function Change({ screen, ...view }: View & { screen: ScreenOf<"change"> }) {
  const { say, choose, state } = view;
  const { step, change, attemptsLeft, isFile } = screen;
  const mayAnother = mayChooseAnother(state);
  // Only here the chosen type itself was right, so that both ways are open.
  const maySame = !mayAnother || change === "document_type_mismatch";
  const Side = DOCUMENTS[state.kind === "passport" ? "passport" : "front"];
  return (
    <>
      <Title>{say("change_title")}</Title>
      <FileRefusal {...view} />
      {step === "face" ? <FaceDrawing /> : <Side />}
      <p class="reason">{changeText(screen, view)}</p>
      <p class="soft">
        {attemptsLeft === 1
          ? say("change_attempts_one")
          : say("change_attempts_many", { count: attemptsLeft })}
      </p>
      {maySame && <Button onPress={() => choose({ type: "go_on" })}>{say("try_again")}</Button>}
      {maySame && isFile && <FileChoice {...view} side="front" isAnother />}
      {mayAnother && (
        <Button kind={maySame ? "plain" : "main"} onPress={() => choose({ type: "choose_another" })}>
          {say("change_another")}
        </Button>
      )}
      <Help {...view} />
    </>
  );
}

/** What a person can do at an end. After photos were sent from another device, it is not to continue here. */
export function overLead({ why }: ScreenOf<"over">, view: View): string {
  const isCaptured = why === "link_claimed" && !mayTakeOver(view.state);
  return view.say(isCaptured ? "over_link_captured_lead" : `over_${why}_lead`, { name: tenantName(view) });
}

export function Over({ screen, ...view }: View & { screen: ScreenOf<"over"> }) {
  const { say, choose, state } = view;
  const takesOver = mayTakeOver(state);
  const isAsk = screen.why === "declined" && askerOf(view)?.alternative_url == null;
  return (
    <>
      <div class="end">
        <MARKS.unsuccessful />
        <Title>
          {say(isAsk ? "over_declined_ask" : `over_${screen.why}_title`, { name: tenantName(view) })}
        </Title>
        <p>{overLead(screen, view)}</p>
      </div>
      {takesOver && <Button onPress={() => choose({ type: "go_on" })}>{say("over_take_over")}</Button>}
      {screen.why !== "finished" && <AlternativeWay {...view} isMain={!takesOver} />}
      {screen.why === "declined" && (
        <Button kind="plain" onPress={() => choose({ type: "back" })}>
          {say("over_declined_back")}
        </Button>
      )}
      <WithdrawalChoice {...view} />
    </>
  );
}

export function Trouble({ screen, ...view }: View & { screen: ScreenOf<"trouble"> }) {
  const { say, choose } = view;
  const left = useCountdown(screen.waitS * 1_000);
  return (
    <>
      <Title>{say(`trouble_${screen.why}_title`)}</Title>
      <p>{say(`trouble_${screen.why}_lead`)}</p>
      {left > 0 && <p class="soft">{say("trouble_wait", { seconds: left })}</p>}
      <Button disabled={left > 0} onPress={() => choose({ type: "go_on" })}>
        {say("try_again")}
      </Button>
      <Help {...view} />
    </>
  );
}
