import type { Choice } from "#capture/machine/messages.ts";
import type { Screen, ScreenName } from "#capture/machine/state.ts";

/** The next press of a person who completes the flow; none while the page works or after its end. */
const PRESSES: Readonly<Partial<Record<ScreenName, Choice>>> = {
  consent: { type: "agree" },
  document_type: { type: "choose_kind", kind: "passport" },
  camera_primer: { type: "go_on" },
  camera_recovery: { type: "go_on" },
  document_capture: { type: "shutter" },
  look: { type: "go_on" },
  selfie_primer: { type: "go_on" },
  challenge: { type: "go_on" },
  change: { type: "go_on" },
  trouble: { type: "go_on" },
  withdrawal: { type: "go_on" },
  unsupported: { type: "go_on" },
};

export const pressAt = (screen: Screen): Choice | undefined => PRESSES[screen.name];

export const isEnd = ({ name }: Screen): boolean => ["outcome", "over", "withdrawn"].includes(name);

/** Whether the page waits for the person. */
export function isAsking(screen: Screen): boolean {
  if (screen.name === "document_capture") return screen.phase === "aiming";
  if (screen.name === "challenge") return screen.phase === "framing";
  return (
    !(screen.name === "withdrawal" && screen.isSending) &&
    screen.name !== "loading" &&
    screen.name !== "waiting" &&
    screen.name !== "sending"
  );
}
