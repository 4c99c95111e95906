import { mayWithdraw } from "../machine/screens/withdrawal.ts";
import type { ScreenOf } from "../machine/state.ts";
import { AlternativeWay, Button, Title, type View } from "./parts.tsx";

/** At the foot of every screen on which a consent can be taken back: as easy to find as it was to give. */
export const WithdrawalChoice = ({ state, say, choose }: View) =>
  mayWithdraw(state) ? (
    <footer>
      <Button kind="quiet" onPress={() => choose({ type: "withdraw" })}>
        {say("withdraw")}
      </Button>
    </footer>
  ) : null;

export function Withdrawal({ screen, say, choose }: View & { screen: ScreenOf<"withdrawal"> }) {
  const { isSending } = screen;
  return (
    <>
      <Title>{say("withdraw_title")}</Title>
      <p>{say("withdraw_lead")}</p>
      <p>{say("withdraw_stays")}</p>
      {isSending && <progress aria-label={say("working")} />}
      <Button disabled={isSending} onPress={() => choose({ type: "go_on" })}>
        {say("withdraw_button")}
      </Button>
      <Button kind="plain" disabled={isSending} onPress={() => choose({ type: "back" })}>
        {say("withdraw_back")}
      </Button>
    </>
  );
}

export const Withdrawn = ({ screen, ...view }: View & { screen: ScreenOf<"withdrawn"> }) => (
  <>
    <Title>{view.say("withdrawn_title")}</Title>
    <p>{view.say("withdrawn_lead")}</p>
    <p class="soft">{view.say("withdrawn_receipt", { receipt: screen.receiptId })}</p>
    <AlternativeWay {...view} />
  </>
);
