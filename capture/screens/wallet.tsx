import { accepts } from "../machine/advance.ts";
import type { ScreenOf } from "../machine/state.ts";
import { PhoneOffer, QrCode } from "./handoff.tsx";
import { Help } from "./help.tsx";
import { Button, Title, type View } from "./parts.tsx";

/** A credential from the person's wallet; photos are the other way, where they are accepted. */
export function Wallet({ screen, ...view }: View & { screen: ScreenOf<"wallet"> }) {
  const { say, choose, state } = view;
  const { phase, link, fault } = screen;
  return (
    <>
      <Title>{say("wallet_title")}</Title>
      {fault !== null && <p class="reason">{say(`wallet_${fault}`)}</p>}
      {link === null ? (
        <>
          <p>{say("wallet_lead")}</p>
          <Button disabled={phase === "asking"} onPress={() => choose({ type: "go_on" })}>
            {say("wallet_use")}
          </Button>
          {phase === "asking" && <progress aria-label={say("working")} />}
        </>
      ) : (
        <WalletLink {...view} link={link} />
      )}
      {link === null && accepts(state, "picture") && (
        <Button kind="plain" onPress={() => choose({ type: "choose_photos" })}>
          {say("wallet_photos")}
        </Button>
      )}
      {link === null && <PhoneOffer {...view} kind="plain" />}
      <Help {...view} />
    </>
  );
}

/** On a phone a link opens the wallet; a computer shows a code for the phone's camera. */
function WalletLink({ link, state, say, choose }: View & { readonly link: string }) {
  return (
    <>
      {state.isComputer ? (
        <>
          <p>{say("wallet_scan")}</p>
          <QrCode text={link} say={say} />
        </>
      ) : (
        <a class="main" href={link}>
          {say("wallet_open")}
        </a>
      )}
      <p class="soft">{say("wallet_secret")}</p>
      <Button kind="plain" onPress={() => choose({ type: "back" })}>
        {say("back")}
      </Button>
    </>
  );
}
