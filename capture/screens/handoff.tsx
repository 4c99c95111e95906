import { useEffect, useState } from "preact/hooks";
import { encode } from "uqr";
import { isRequired, mayUsePhone } from "../machine/screens/handoff.ts";
import type { ScreenOf } from "../machine/state.ts";
import { PhoneDrawing } from "./drawings.tsx";
import { Help } from "./help.tsx";
import { askerOf, Button, leadOf, Spoken, Title, type View } from "./parts.tsx";

/** A phone's camera is the better one: on a computer it is offered first, if the tenant allows it. */
export const PhoneOffer = ({ state, say, choose, kind = "main" }: View & { kind?: "main" | "plain" }) =>
  mayUsePhone(state) ? (
    <section class="offer">
      <PhoneDrawing />
      <div>
        <p>{say("phone_better")}</p>
        <Button kind={kind} onPress={() => choose({ type: "use_phone" })}>
          {say("phone_use")}
        </Button>
      </div>
    </section>
  ) : null;

export function UsePhone({ screen, ...view }: View & { screen: ScreenOf<"use_phone"> }) {
  const { say, choose, state } = view;
  const { handoff, ended } = screen;
  return (
    <>
      <Title>{say("phone_title")}</Title>
      {ended !== null ? (
        <p class="reason">{say(`phone_${ended}`)}</p>
      ) : handoff?.number != null ? (
        <>
          <p>{say("phone_number_lead", { phone: handoff.phone ?? say("phone_unknown") })}</p>
          <p class="number">{handoff.number}</p>
          <p class="soft">{say("phone_number_not_mine")}</p>
        </>
      ) : (
        <>
          <p>{say("phone_lead")}</p>
          {handoff?.url == null ? (
            <progress aria-label={say("working")} />
          ) : (
            <>
              <QrCode text={handoff.url} say={say} />
              <p class="waits">
                {say("phone_waiting")} {say("phone_secret")}
              </p>
              <LocalWarning {...view} url={handoff.url} />
              <CopyLink say={say} url={handoff.url} />
            </>
          )}
        </>
      )}
      {(handoff?.number != null || (ended !== null && ended !== "limit_reached")) && (
        <Button kind={ended === null ? "plain" : "main"} onPress={() => choose({ type: "go_on" })}>
          {say("phone_again")}
        </Button>
      )}
      {!isRequired(state) && (
        <Button kind="plain" onPress={() => choose({ type: "back" })}>
          {say("phone_here")}
        </Button>
      )}
      <Help {...view} />
    </>
  );
}

/** A stack on this computer, as a developer's: no phone reaches it. */
function LocalWarning({ state, say, url }: View & { readonly url: string }) {
  const { hostname } = new URL(url);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (!isLocal || state.introduction?.page.mode !== "test") return null;
  return <p class="reason">{say("phone_local", { host: hostname })}</p>;
}

/** How long the button says that the link was copied. */
const COPIED_MS = 10_000;

/**
 * For a phone with the computer's clipboard. A browser allows it only on a page that is in no frame. The
 * button itself says what was done, so that the screen keeps its height.
 */
function CopyLink({ say, url }: Pick<View, "say"> & { readonly url: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(url).then(() => setCopied(true));
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  if (window !== window.parent || navigator.clipboard === undefined) return null;
  return (
    <>
      <Button kind="plain" onPress={copy}>
        {say(isCopied ? "phone_copied" : "phone_copy")}
      </Button>
      <Spoken text={isCopied ? say("phone_copied") : ""} />
    </>
  );
}

/** Dark on light in either theme, since cameras read nothing else for sure. */
export function QrCode({ text, say }: Pick<View, "say"> & { readonly text: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={say("qr_code")}
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path.join("")} />
    </svg>
  );
}

/** The step that the phone is at; nothing before it is known. */
export function movedText({ state: { situation }, say }: View): string {
  if (situation?.type === "wait") return say("sending_title");
  const isStep =
    situation?.type === "consent" || situation?.type === "document" || situation?.type === "face";
  return isStep ? say(`moved_${situation.type}`) : "";
}

export function Moved({ screen, ...view }: View & { screen: ScreenOf<"moved"> }) {
  const { say, choose } = view;
  return (
    <>
      <Title>{say("moved_title")}</Title>
      <p>{movedText(view)}</p>
      <p>{say("moved_lead")}</p>
      {screen.handoffId !== null && (
        <Button kind="plain" onPress={() => choose({ type: "back" })}>
          {say("phone_here")}
        </Button>
      )}
      <Help {...view} />
    </>
  );
}

/** Who asks, and from where. To go on and to decline are as large as each other; the first is filled. */
export function Context({ screen, ...view }: View & { screen: ScreenOf<"context"> }) {
  const { say, choose, locale } = view;
  const { about } = screen;
  const time = new Date(about.started_at).toLocaleTimeString(locale, { hour: "numeric", minute: "2-digit" });
  return (
    <>
      <Title>{say("context_title", { name: askerOf(view)?.name ?? "" })}</Title>
      <p>{leadOf(view)}</p>
      <p>{say("context_computer", { computer: about.computer ?? say("context_unknown"), time })}</p>
      {about.same_country === false && (
        <p class="reason">{say("context_far", { country: countryIn(about.country, locale) })}</p>
      )}
      <p class="reason">{say("context_yours")}</p>
      <Button onPress={() => choose({ type: "go_on" })}>{say("context_go_on")}</Button>
      <Button kind="plain" onPress={() => choose({ type: "decline" })}>
        {say("context_decline")}
      </Button>
    </>
  );
}

const countryIn = (country: string | null, locale: string): string =>
  country === null ? "" : (new Intl.DisplayNames([locale], { type: "region" }).of(country) ?? country);

export function Compare({ screen, ...view }: View & { screen: ScreenOf<"compare"> }) {
  const { say, choose } = view;
  const [number, setNumber] = useState("");
  return (
    <>
      <Title>{say("compare_title")}</Title>
      <p>{say("compare_lead")}</p>
      <label class="digits">
        <span>{say("compare_label")}</span>
        <input
          inputMode="numeric"
          autocomplete="off"
          maxLength={2}
          dir="ltr"
          value={number}
          onInput={({ currentTarget }) => setNumber(currentTarget.value)}
        />
      </label>
      <Button
        disabled={screen.isSending || !/^\d{2}$/.test(number)}
        onPress={() => choose({ type: "type_number", number })}
      >
        {say("continue")}
      </Button>
      <Button kind="plain" onPress={() => choose({ type: "decline" })}>
        {say("context_decline")}
      </Button>
    </>
  );
}
