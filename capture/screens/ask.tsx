import { useRef, useState } from "preact/hooks";
import type { CapturePage } from "../../sdk/client/src/index.ts";
import { isDocumentAccepted, isOfAge, isReturning } from "../machine/progress.ts";
import { mayUsePhone } from "../machine/screens/handoff.ts";
import type { ScreenOf } from "../machine/state.ts";
import { DOCUMENTS, FaceDrawing } from "./drawings.tsx";
import { PhoneOffer } from "./handoff.tsx";
import { FileChoice, FileRefusal, Help, Refusal } from "./help.tsx";
import { Button, leadOf, Title, type View } from "./parts.tsx";
import { useSeen } from "./seen.ts";

/** Another text, such as one in another language, has to be read and agreed to from the start. */
export const Consent = (view: View) => (
  <ConsentTo key={view.state.introduction?.page.consent_text.sha256} {...view} />
);

function ConsentTo(view: View) {
  const { say, state, choose } = view;
  const [isTicked, setTicked] = useState(false);
  const [isRecognised, setRecognised] = useState(false);
  const [isReminded, setReminded] = useState(false);
  const box = useRef<HTMLLabelElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isSeen = useSeen(box, button);
  const { consent_text: consent, recognition_text: recognition } = state.introduction?.page ?? {};
  const comesBack = isReturning(state);
  const isAge = isOfAge(state);
  const title = say(comesBack ? "return_title" : isAge ? "age_title" : "consent_title");
  return (
    <>
      <Title quiet>{title}</Title>
      <div class="pair">
        {!comesBack && <DOCUMENTS.front />}
        <FaceDrawing />
        <p>{leadOf(view)}</p>
      </div>
      {consent && <LegalText {...view} text={consent} title={title} />}
      <p class="soft">
        {isAge && say("age_kept")} {say("consent_withdrawal")}
      </p>
      <PhoneOffer {...view} kind="plain" />
      {state.introduction?.lasts === false && <p class="reason">{say("consent_no_resume")}</p>}
      <div class="acts">
        <label class="tick" ref={box}>
          <input
            type="checkbox"
            checked={isTicked}
            onChange={({ currentTarget }) => {
              setTicked(currentTarget.checked);
              setReminded(false);
              button.current?.scrollIntoView({ block: "nearest" });
            }}
          />
          <span>{say(comesBack ? "return_box" : "consent_box")}</span>
        </label>
        {isReminded && (
          <p class="reason" role="alert">
            {say("consent_tick")}
          </p>
        )}
        {recognition && (
          <>
            <label class="tick">
              <input
                type="checkbox"
                checked={isRecognised}
                onChange={({ currentTarget }) => setRecognised(currentTarget.checked)}
              />
              <span>{say("recognise_box")}</span>
            </label>
            <details class="soft">
              <summary>{say("recognise_details")}</summary>
              <LegalText {...view} text={recognition} title={say("recognise_details")} />
            </details>
          </>
        )}
        <Button
          place={button}
          disabled={!isTicked || !isSeen}
          onPress={() => choose({ type: "agree", isRecognised })}
          onEarlyPress={() => {
            if (isTicked) return;
            setReminded(true);
            box.current?.querySelector("input")?.focus();
          }}
        >
          {say("consent_button")}
        </Button>
        <Refusal {...view} />
      </div>
    </>
  );
}

/** A text to agree to. A long one scrolls in its box, so that the button is on a phone's first screen. */
function LegalText({
  say,
  locale,
  text,
  title,
}: View & { readonly text: CapturePage["consent_text"]; readonly title: string }) {
  return (
    <section
      class="legal"
      aria-label={title}
      lang={text.locale}
      dir="auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a person with a keyboard alone scrolls it, too.
      tabIndex={0}
    >
      {text.text.split("\n\n").map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <details
        class="soft"
        lang={locale}
        dir="auto"
        onToggle={({ currentTarget }) => {
          if (currentTarget.open) currentTarget.scrollIntoView({ block: "nearest" });
        }}
      >
        <summary>{say("details")}</summary>
        <p>{say("consent_version", { version: text.version, digest: text.sha256 })}</p>
      </details>
    </section>
  );
}

export function DocumentType({ screen, ...view }: View & { screen: ScreenOf<"document_type"> }) {
  const { say, choose } = view;
  return (
    <>
      <Title>{say("type_title")}</Title>
      <p>{say("type_lead")}</p>
      <ul class="choices">
        {screen.kinds.map((kind) => (
          <li key={kind}>
            <Button kind="plain" onPress={() => choose({ type: "choose_kind", kind })}>
              {say(`kind_${kind}`)}
            </Button>
          </li>
        ))}
      </ul>
      <PhoneOffer {...view} kind="plain" />
      <Help {...view} />
    </>
  );
}

/** The main action on a phone; on a computer the phone is offered before it. */
const OpenCamera = ({ state, say, choose }: View) => {
  const isSecond = mayUsePhone(state);
  return (
    <Button kind={isSecond ? "plain" : "main"} onPress={() => choose({ type: "go_on" })}>
      {say(isSecond ? "open_camera_here" : "open_camera")}
    </Button>
  );
};

export function CameraPrimer({ screen, ...view }: View & { screen: ScreenOf<"camera_primer"> }) {
  const { say, state, choose } = view;
  const what = screen.side === "back" ? "back" : state.kind === "passport" ? "passport" : "front";
  const hasKinds = state.situation?.type === "document" && state.situation.kinds.length > 1;
  const Side = DOCUMENTS[what];
  return (
    <>
      <Title>{say(`primer_${what}_title`)}</Title>
      <FileRefusal {...view} />
      <Side />
      {state.kind !== null && <p class="kind">{say(`kind_${state.kind}`)}</p>}
      <p>{say(`primer_${what}_lead`)}</p>
      <div class="acts">
        <PhoneOffer {...view} />
        <OpenCamera {...view} />
        <p class="soft">{say("primer_permission")}</p>
        <div class="row">
          {hasKinds && screen.side === "front" && (
            <Button kind="quiet" onPress={() => choose({ type: "back" })}>
              {say("back")}
            </Button>
          )}
          <Help {...view}>
            <FileChoice {...view} side={screen.side} />
          </Help>
        </div>
      </div>
    </>
  );
}

export function SelfiePrimer({ screen, ...view }: View & { screen: ScreenOf<"selfie_primer"> }) {
  const { say, state } = view;
  const isStepUp = state.situation?.type === "face" && state.situation.reason === "step_up_required";
  return (
    <>
      {isDocumentAccepted(state) && <p class="accepted">{say("document_accepted")}</p>}
      <Title>{say(isStepUp ? "step_up_title" : "selfie_title")}</Title>
      <FaceDrawing />
      <p>{say(isStepUp ? "step_up_lead" : "selfie_lead")}</p>
      {screen.mode === "challenge" && (
        <>
          <p>{say("selfie_challenge")}</p>
          <p class="soft">{say("selfie_time")}</p>
        </>
      )}
      <div class="acts">
        <PhoneOffer {...view} />
        <OpenCamera {...view} />
        <p class="soft">{say("primer_permission")}</p>
        <Help {...view} />
      </div>
    </>
  );
}
