import type { MediaKind } from "../../../../vocabulary/enumerations.ts";
import { KEPT_KINDS } from "../../../media/kept.ts";
import type { Verification } from "../../../verification/types.ts";
import type { KeptMedia, Shot } from "../../ui/media.ts";

/** A place on the review page for pictures of one kind and side. */
export interface Slot {
  readonly title: string;
  readonly kind: MediaKind;
  readonly side?: "front" | "back";
  /** The step whose requirement by the policy makes a picture possible. */
  readonly step: "document" | "liveness";
}

export const SLOTS: readonly Slot[] = [
  { title: "Document, front", kind: "document", side: "front", step: "document" },
  { title: "Document, back", kind: "document", side: "back", step: "document" },
  { title: "Portrait on the document", kind: "portrait", step: "document" },
  { title: "Live frame", kind: "live_frame", step: "liveness" },
];

/** A picture without a stated side is a front. */
const isIn = ({ kind, side }: Slot, of: Pick<Shot, "kind" | "side">) =>
  of.kind === kind && (kind !== "document" || (of.side ?? "front") === side);

/**
 * The pictures of a slot, newest first. `main` has the newest one (for documents the newest that fraud
 * detection has judged) and those of standing findings; `others` has the rest.
 */
export function shotsIn(
  slot: Slot,
  { steps }: Verification,
  { shots }: KeptMedia,
): { main: readonly Shot[]; others: readonly Shot[] } {
  const found = new Set(steps.flatMap(({ findings }) => findings.map(({ resultId }) => resultId)));
  const ofSlot = shots.filter((shot) => isIn(slot, shot));
  const newest = ofSlot.find(({ resultIds }) => resultIds.some(isFraud)) ?? ofSlot[0];
  const isMain = (shot: Shot) => shot === newest || shot.resultIds.some((id) => found.has(id));
  return { main: ofSlot.filter(isMain), others: ofSlot.filter((shot) => !isMain(shot)) };
}

const isFraud = (resultId: string) => resultId.startsWith("fc_");

/**
 * The reason why a slot is empty, in a sentence; null where no picture was required: the slot of another
 * step, or the back of a document.
 */
export function absenceOf(
  slot: Slot,
  { policy, customerRef }: Verification,
  { erased }: KeptMedia,
  hasStore: boolean,
): string | null {
  const gone = erased.find((row) => isIn(slot, row));
  if (gone?.erasedAt) return `Erased on ${new Date(gone.erasedAt).toISOString().slice(0, 10)}.`;
  if (customerRef === "") return "Erased with the person.";
  if (slot.side === "back" || !policy.steps.includes(slot.step)) return null;
  if (!KEPT_KINDS[policy.store_media].includes(slot.kind)) {
    return `Not kept: store_media is ${policy.store_media}.`;
  }
  return hasStore
    ? "None was kept: no capture of it could be used yet."
    : "None is kept: this installation has no store for pictures.";
}
