import type { ComponentChildren } from "preact";
import type { Side, State } from "../machine/state.ts";
import { Button, type View } from "./parts.tsx";
import { WithdrawalChoice } from "./withdrawal.tsx";

/** The other ways on, behind one quiet word: a screen has one main action. */
export const Help = ({ children, ...view }: View & { readonly children?: ComponentChildren }) => (
  <details class="help">
    <summary>{view.say("help")}</summary>
    <div class="ways">
      {children}
      <Refusal {...view} />
      <WithdrawalChoice {...view} />
    </div>
  </details>
);

/** For a person who cannot or does not want to go on. */
export const Refusal = ({ say, choose }: View) => (
  <Button kind="plain" onPress={() => choose({ type: "decline" })}>
    {say("other_way")}
  </Button>
);

/** Whether a photo may come from a file: not if the tenant requires live capture. */
export const mayUseFile = ({ introduction }: State): boolean =>
  introduction?.page.require_live_capture !== true;

/** Takes a photo from a file. */
export function FileChoice({
  side,
  kind = "plain",
  isAnother = false,
  ...view
}: View & {
  readonly side: Side;
  readonly kind?: "main" | "plain";
  /** Whether one was chosen before. */
  readonly isAnother?: boolean;
}) {
  if (!mayUseFile(view.state)) return null;
  return (
    <label class={`file ${kind}`}>
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file !== undefined) view.chooseFile(side, file);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
      {view.say(isAnother ? "another_file" : "use_file")}
    </label>
  );
}

/** Why the chosen file is not used. */
export const FileRefusal = ({ state, say }: View) =>
  state.fileFault === null ? null : (
    <p class="reason">{say(`file_${state.fileFault.why}`, { ...state.fileFault })}</p>
  );
