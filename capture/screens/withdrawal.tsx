import { mayWithdraw } from "../machine/screens/withdrawal.ts";
import type { ScreenOf } from "../machine/state.ts";
import { MARKS } from "./drawings.tsx";
import { AlternativeWay, Button, Title, tenantName, type View } from "./parts.tsx";

/** On every screen on which consent can be withdrawn, under "Need help?", and after the person declined. */
export const WithdrawalChoice = ({ state, say, choose }: View) =>
  mayWithdraw(state) ? (
    <Button kind="plain" onPress={() => choose({ type: "withdraw" })}>
      {say("withdraw")}
    </Button>
  ) : null;

export function Withdrawal({ screen, ...view }: View & { screen: ScreenOf<"withdrawal"> }) {
  const { state, say, choose } = view;
  const { isSending } = screen;
  const { returning, recognition_text } = state.introduction?.page ?? {};
  return (
    <>
      <Title>{say("withdraw_title")}</Title>
      <p>{say("withdraw_lead")}</p>
      {(returning || recognition_text) && <p>{say("withdraw_face")}</p>}
      <p>{say("withdraw_stays", { name: tenantName(view) })}</p>
      {isSending && <progress aria-label={say("working")} />}
      <Button kind="main danger" disabled={isSending} onPress={() => choose({ type: "go_on" })}>
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
    <div class="end">
      <MARKS.done />
      <Title>{view.say("withdrawn_title")}</Title>
      <p>{view.say("withdrawn_lead")}</p>
      <p class="soft">{view.say("withdrawn_receipt", { receipt: screen.receiptId })}</p>
    </div>
    <AlternativeWay {...view} />
  </>
);
