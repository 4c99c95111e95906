import { accepts, appLinkOf } from "../machine/advance.ts";
import type { ScreenOf } from "../machine/state.ts";
import { PhoneOffer } from "./handoff.tsx";
import { Help } from "./help.tsx";
import { Button, Title, tenantName, type View } from "./parts.tsx";

/** The tenant's app reads the chip; a wallet and photos are the other ways, if they are accepted. */
export function Chip({ screen: _, ...view }: View & { screen: ScreenOf<"chip"> }) {
  const { say, choose, state } = view;
  const link = appLinkOf(state);
  return (
    <>
      <Title>{say("chip_title", { name: tenantName(view) })}</Title>
      <p>{say("chip_lead")}</p>
      {link !== null && (
        <a class="main" href={link} {...(isWeb(link) && { target: "_blank" })} rel="noreferrer">
          {say("chip_open")}
        </a>
      )}
      <p class="waits">{say("chip_waiting")}</p>
      {accepts(state, "credential") && (
        <Button kind="plain" onPress={() => choose({ type: "choose_wallet" })}>
          {say("wallet_use")}
        </Button>
      )}
      {accepts(state, "picture") && (
        <Button kind="plain" onPress={() => choose({ type: "choose_photos" })}>
          {say("wallet_photos")}
        </Button>
      )}
      <PhoneOffer {...view} kind="plain" />
      <Help {...view} />
    </>
  );
}

/** A page, where no app takes the link, opens beside this one, which goes on waiting. */
const isWeb = (link: string): boolean => new URL(link).protocol === "https:";
