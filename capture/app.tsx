import type { ComponentType } from "preact";
import { isDocumentAccepted } from "./machine/progress.ts";
import type { Screen, ScreenName } from "./machine/state.ts";
import { CameraPrimer, Consent, DocumentType, SelfiePrimer } from "./screens/ask.tsx";
import { Challenge, coachingOf } from "./screens/challenge.tsx";
import { Chip } from "./screens/chip.tsx";
import { DocumentCapture, Look } from "./screens/document.tsx";
import { Compare, Context, Moved, movedText, UsePhone } from "./screens/handoff.tsx";
import { Outcome, outcomeLead } from "./screens/outcome.tsx";
import { AskerName, LanguageChoice, Spoken, Steps, tenantName, type View } from "./screens/parts.tsx";
import { Wallet } from "./screens/wallet.tsx";
import {
  CameraRecovery,
  Change,
  changeText,
  Loading,
  Over,
  overLead,
  Sending,
  Trouble,
  Unsupported,
  Waiting,
} from "./screens/ways.tsx";
import { Withdrawal, Withdrawn } from "./screens/withdrawal.tsx";

const SCREENS: {
  readonly [Name in ScreenName]: ComponentType<View & { screen: Extract<Screen, { name: Name }> }>;
} = {
  loading: Loading,
  waiting: Waiting,
  unsupported: Unsupported,
  consent: Consent,
  document_type: DocumentType,
  chip: Chip,
  wallet: Wallet,
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
        {/* Orca reads the first text as soon as the focused element is gone: that must not be a heading. */}
        <p class="spoken">{view.say("page_title")}</p>
        <Steps {...view} />
        <Shown key={screen.name} {...view} screen={screen} />
      </main>
      <Spoken text={spokenOf(view)} />
    </>
  );
}

/** For style sheets and tests: how far the screen is. */
const stagesOf = (screen: Screen) =>
  screen.name === "challenge"
    ? { "data-phase": screen.phase, "data-stage": screen.stage, "data-action": screen.action ?? undefined }
    : {};

/** The text that is spoken after a screen's heading: its topic, or a change while it stays. */
const SPOKEN: {
  readonly [Name in ScreenName]?: (screen: Extract<Screen, { name: Name }>, view: View) => string;
} = {
  chip: (_, { say }) => say("chip_lead"),
  wallet: ({ fault, phase, link }, { say }) => {
    if (fault !== null) return say(`wallet_${fault}`);
    if (link !== null) return say("wallet_secret");
    return phase === "asking" ? say("working") : "";
  },
  sending: ({ what }, { say }) => say(`sending_${what}`),
  challenge: (screen, { say }) => coachingOf(screen, say),
  use_phone: ({ handoff }, { say }) => {
    if (handoff?.number == null) return "";
    const phone = handoff.phone ?? say("phone_unknown");
    return `${say("phone_number_lead", { phone })} ${handoff.number}`;
  },
  moved: (_, view) => movedText(view),
  change: changeText,
  selfie_primer: (_, { state, say }) => (isDocumentAccepted(state) ? say("document_accepted") : ""),
  waiting: (_, view) => view.say("waiting_lead", { name: tenantName(view) }),
  outcome: outcomeLead,
  over: overLead,
  trouble: ({ why }, { say }) => say(`trouble_${why}_lead`),
};

function spokenOf(view: View): string {
  const { state, say } = view;
  const { screen, fileFault } = state;
  if (fileFault !== null) return say(`file_${fileFault.why}`, { ...fileFault });
  const speak = SPOKEN[screen.name] as ((screen: Screen, view: View) => string) | undefined;
  return speak?.(screen, view) ?? "";
}
