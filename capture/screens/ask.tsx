import { useRef, useState } from "preact/hooks";
import type { ScreenOf } from "../machine/state.ts";
import { PhoneChoice } from "./handoff.tsx";
import { Button, FileChoice, OtherWay, Title, type View } from "./parts.tsx";
import { useSeen } from "./seen.ts";

export function Consent(view: View) {
  const { say, state, choose } = view;
  const [isTicked, setTicked] = useState(false);
  const box = useRef<HTMLLabelElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isSeen = useSeen(box, button);
  const consent = state.introduction?.page.consent_text;
  return (
    <>
      <Title quiet>{say("consent_title")}</Title>
      <p>{say("consent_lead")}</p>
      {consent && (
        <section class="legal" aria-label={say("consent_title")} lang={consent.locale} dir="auto">
          {consent.text.split("\n\n").map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p class="soft" lang={view.locale} dir="auto">
            {say("consent_version", { version: consent.version, digest: consent.sha256 })}
          </p>
        </section>
      )}
      <p class="soft">{say("consent_withdrawal")}</p>
      {state.introduction?.lasts === false && <p class="reason">{say("consent_no_resume")}</p>}
      <label class="tick" ref={box}>
        <input
          type="checkbox"
          checked={isTicked}
          onChange={({ currentTarget }) => {
            setTicked(currentTarget.checked);
            button.current?.scrollIntoView({ block: "nearest" });
          }}
        />
        <span>{say("consent_box")}</span>
      </label>
      <Button place={button} disabled={!isTicked || !isSeen} onPress={() => choose({ type: "agree" })}>
        {say("consent_button")}
      </Button>
      <OtherWay {...view} />
    </>
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
      <PhoneChoice {...view} />
      <OtherWay {...view} />
    </>
  );
}

export function CameraPrimer({ screen, ...view }: View & { screen: ScreenOf<"camera_primer"> }) {
  const { say, state, choose } = view;
  const what = screen.side === "back" ? "back" : state.kind === "passport" ? "passport" : "front";
  const hasKinds = state.situation?.type === "document" && state.situation.kinds.length > 1;
  return (
    <>
      <Title>{say(`primer_${what}_title`)}</Title>
      <p>{say(`primer_${what}_lead`)}</p>
      <p class="soft">{say("primer_permission")}</p>
      <Button onPress={() => choose({ type: "go_on" })}>{say("open_camera")}</Button>
      <FileChoice {...view} side={screen.side} />
      {hasKinds && screen.side === "front" && (
        <Button kind="plain" onPress={() => choose({ type: "back" })}>
          {say("back")}
        </Button>
      )}
      <PhoneChoice {...view} />
      <OtherWay {...view} />
    </>
  );
}

export function SelfiePrimer({ screen, ...view }: View & { screen: ScreenOf<"selfie_primer"> }) {
  const { say, choose } = view;
  return (
    <>
      <Title>{say("selfie_title")}</Title>
      <p>{say("selfie_lead")}</p>
      {screen.mode === "challenge" && (
        <>
          <p>{say("selfie_challenge")}</p>
          <p class="soft">{say("selfie_time")}</p>
        </>
      )}
      <p class="soft">{say("primer_permission")}</p>
      <Button onPress={() => choose({ type: "go_on" })}>{say("open_camera")}</Button>
      <PhoneChoice {...view} />
      <OtherWay {...view} />
    </>
  );
}
