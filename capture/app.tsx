import type { ComponentType } from "preact";
import type { Screen, ScreenName } from "./machine/state.ts";
import { CameraPrimer, Consent, DocumentType, SelfiePrimer } from "./screens/ask.tsx";
import { Challenge, coachingOf, DocumentCapture, Look } from "./screens/camera.tsx";
import { Compare, Context, Moved, UsePhone } from "./screens/handoff.tsx";
import { LanguageChoice } from "./screens/language-choice.tsx";
import { AskerName, type View } from "./screens/parts.tsx";
import { Spoken } from "./screens/spoken.tsx";
import {
  CameraRecovery,
  Change,
  Loading,
  Outcome,
  Over,
  Sending,
  Trouble,
  Unsupported,
} from "./screens/ways.tsx";
import { Withdrawal, WithdrawalChoice, Withdrawn } from "./screens/withdrawal.tsx";

const SCREENS: {
  readonly [Name in ScreenName]: ComponentType<View & { screen: Extract<Screen, { name: Name }> }>;
} = {
  loading: Loading,
  unsupported: Unsupported,
  consent: Consent,
  document_type: DocumentType,
  camera_primer: CameraPrimer,
  camera_recovery: CameraRecovery,
  document_capture: DocumentCapture,
  look: Look,
  sending: Sending,
  selfie_primer: SelfiePrimer,
  challenge: Challenge,
  change: Change,
  use_phone: UsePhone,
  moved: Moved,
  context: Context,
  compare: Compare,
  outcome: Outcome,
  over: Over,
  withdrawal: Withdrawal,
  withdrawn: Withdrawn,
  trouble: Trouble,
};

/** The page: one screen at a time, and a line that is spoken. */
export function App(view: View) {
  const { screen } = view.state;
  const Shown = SCREENS[screen.name] as ComponentType<View & { screen: Screen }>;
  return (
    <>
      <header>
        <AskerName {...view} />
        <LanguageChoice {...view} />
      </header>
      <main data-screen={screen.name} {...stagesOf(screen)}>
        <Shown key={screen.name} {...view} screen={screen} />
      </main>
      <Spoken text={spokenOf(view)} />
      <WithdrawalChoice {...view} />
    </>
  );
}

/** For style sheets and tests: how far the screen is. */
const stagesOf = (screen: Screen) =>
  screen.name === "challenge"
    ? { "data-phase": screen.phase, "data-stage": screen.stage, "data-action": screen.action ?? undefined }
    : {};

/** What changes while a screen stays; its heading is read when it comes. */
function spokenOf({ state: { screen }, say }: View): string {
  if (screen.name === "challenge") return coachingOf(screen, say);
  if (screen.name === "use_phone" && screen.handoff?.number != null) {
    const { phone, number } = screen.handoff;
    return `${say("phone_number_lead", { phone: phone ?? say("phone_unknown") })} ${number}`;
  }
  return screen.name === "sending" ? say(`sending_${screen.what}`) : "";
}
