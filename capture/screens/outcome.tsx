import { useState } from "preact/hooks";
import { isOfAge } from "../machine/progress.ts";
import type { ScreenOf } from "../machine/state.ts";
import { MARKS } from "./drawings.tsx";
import { AlternativeWay, askerOf, Button, Title, tenantName, type View } from "./parts.tsx";

/** The longest text that the service accepts. */
const MAX_STATEMENT = 500;

type Shown = View & { screen: ScreenOf<"outcome"> };

/** The outcome, or the person's request that a human decides. */
export function Outcome(view: Shown) {
  const { contest } = view.screen;
  const isAsking = contest === "asking" || contest === "sending" || contest === "failed";
  return isAsking ? <Contest {...view} /> : <End {...view} />;
}

/** What happens next. Without an address to return to, the page can be closed, or the tenant is asked. */
export function outcomeLead({ outcome, returnUrl }: ScreenOf<"outcome">, view: View): string {
  const name = tenantName(view);
  if (outcome === "unsuccessful") {
    if (returnUrl !== null) return view.say("unsuccessful_lead", { name });
    return askerOf(view)?.alternative_url == null ? view.say("contact", { name }) : "";
  }
  const next = outcome === "done" ? "" : view.say("in_review_lead", { name });
  const followsComputer = view.state.introduction?.followsComputer === true;
  const close = followsComputer ? "done_on_phone" : outcome === "done" ? "done_lead" : "close_page";
  const end = returnUrl !== null ? "" : view.say(close);
  return `${next} ${end}`.trim();
}

/** The heading of an end that says other things to a person whose age was checked. */
function titleOf({ screen: { outcome }, state }: Pick<Shown, "screen" | "state">) {
  if ((outcome === "done" || outcome === "unsuccessful") && isOfAge(state)) return `age_${outcome}` as const;
  return `${outcome}_title` as const;
}

function End({ screen, ...view }: Shown) {
  const { state, say, choose } = view;
  const Mark = MARKS[screen.outcome];
  const lead = outcomeLead(screen, view);
  return (
    <>
      <div class="end">
        <Mark />
        <Title>{say(titleOf({ screen, state }))}</Title>
        {screen.contest === "upheld" && <p>{say("contest_upheld")}</p>}
        {lead !== "" && <p>{lead}</p>}
      </div>
      {screen.returnUrl !== null && (
        <a class="main" href={screen.returnUrl} target="_top" rel="noreferrer">
          {say("outcome_return", { name: tenantName(view) })}
        </a>
      )}
      {screen.outcome === "unsuccessful" && <AlternativeWay {...view} isMain={screen.returnUrl === null} />}
      {screen.contest === "offered" && (
        <Button kind="plain" onPress={() => choose({ type: "contest" })}>
          {say("contest")}
        </Button>
      )}
    </>
  );
}

function Contest({ screen, say, choose }: Shown) {
  const [statement, setStatement] = useState("");
  const isSending = screen.contest === "sending";
  return (
    <>
      <Title>{say("contest_title")}</Title>
      <p>{say("contest_lead")}</p>
      <label class="words">
        <span>{say("contest_label")}</span>
        <textarea
          rows={4}
          dir="auto"
          maxLength={MAX_STATEMENT}
          value={statement}
          readOnly={isSending}
          onInput={({ currentTarget }) => setStatement(currentTarget.value)}
        />
      </label>
      <p class="soft">{say("contest_private")}</p>
      {screen.contest === "failed" && (
        <p class="reason" role="alert">
          {say("contest_failed")}
        </p>
      )}
      {isSending && <progress aria-label={say("working")} />}
      <Button disabled={isSending} onPress={() => choose({ type: "send_contest", statement })}>
        {say("contest_button")}
      </Button>
      <Button kind="plain" disabled={isSending} onPress={() => choose({ type: "back" })}>
        {say("back")}
      </Button>
    </>
  );
}
