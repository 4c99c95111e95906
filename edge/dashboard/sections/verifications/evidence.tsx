import type { PropsWithChildren } from "hono/jsx";
import type { MediaKind } from "../../../../vocabulary/enumerations.ts";
import { isOpenStatus } from "../../../../vocabulary/verifications.ts";
import type { ResultRow } from "../../../store/results/results.ts";
import type { MediaRow } from "../../../store/verifications/media-objects.ts";
import type { Verification } from "../../../verification/types.ts";
import { type DashboardContext, to } from "../../shell/context.ts";
import { viewerMay } from "../../shell/roles.ts";
import { Image, Meter, numbered, Outline, type Region } from "../../ui/drawing.tsx";
import { words } from "../../ui/labels.tsx";
import type { KeptMedia, Shot } from "../../ui/media.ts";
import { Panel } from "../../ui/parts.tsx";
import { bodyOf, isOfRegistered, RESULT_SECTIONS } from "../../ui/summary.tsx";
import { detectedRegions } from "../results/fraud-result.tsx";
import { idsOfStanding } from "./findings.tsx";
import { marksOf } from "./marks.ts";
import { comparisonOf } from "./person-data.tsx";

interface Props {
  readonly c: DashboardContext;
  readonly verification: Verification;
  readonly results: ReadonlyMap<string, ResultRow>;
  readonly media: KeptMedia;
  /** What the challenges asked for, by the ids of their checks. */
  readonly actions: ReadonlyMap<string, string>;
}

/**
 * The images of a decision's evidence: first the faces side by side, with their similarity. For a missing or
 * erased image, a sentence with the reason.
 */
export function EvidencePanel(props: Props) {
  const { c } = props;
  if (!viewerMay(c, "verification.review")) {
    return (
      <Panel title="Images" id="evidence">
        <p>Only reviewers can see images.</p>
        <Unimaged {...props} />
      </Panel>
    );
  }
  const documents = SLOTS.filter(({ kind }) => kind === "document");
  const frames = SLOTS.filter(({ kind }) => kind === "challenge_frame");
  const faces = SLOTS.filter((slot) => !documents.includes(slot) && !frames.includes(slot));
  return (
    <Panel title="Images" id="evidence">
      <div class="shots faces">
        {faces.map((slot) => (
          <SlotView {...props} slot={slot} />
        ))}
        <Comparison {...props} />
      </div>
      <div class="shots">
        {documents.map((slot) => (
          <SlotView {...props} slot={slot} />
        ))}
      </div>
      <div class="shots frames">
        {frames.map((slot) => (
          <SlotView {...props} slot={slot} />
        ))}
      </div>
      <Others {...props} />
    </Panel>
  );
}

function SlotView({ slot, ...props }: Props & { slot: Slot }) {
  const { main } = shotsIn(slot, props.verification, props.media);
  if (main.length > 0) return main.map((shot) => <ShotView {...props} shot={shot} title={slot.title} />);
  const gone = erasedIn(slot, props.media);
  if (gone.length > 0) {
    return gone.map((row) => (
      <Absent title={titleOf(slot.title, row, props.actions.get(row.resultId))} text={erasedText(row)} />
    ));
  }
  const absence = absenceOf(slot, props.verification, props.c.var.services.media !== null);
  if (absence === null) return null;
  return (
    <Absent title={slot.title} text={absence}>
      {slot.side === "front" && <Unimaged {...props} />}
    </Absent>
  );
}

const Absent = ({ title, text, children }: PropsWithChildren<{ title: string; text: string }>) => (
  <figure class="image">
    <h3>{title}</h3>
    <p class="soft none">{text}</p>
    {children}
  </figure>
);

/** What an image shows: of a challenge's frame its number, and the action that was asked for. */
function titleOf(title: string, { frame }: Pick<Shot, "frame">, action: string | undefined): string {
  if (frame === null) return title;
  return `${title} ${frame}${action === undefined ? "" : `: ${words(action)}`}`;
}

/** The places of the latest fraud check on a document whose image is not here; none once it was erased. */
function Unimaged({ results, media }: Pick<Props, "results" | "media">) {
  if (media.erased.some(({ kind }) => kind === "document")) return null;
  const rows = [...results.values()];
  const fraud = rows.map((row) => bodyOf("fraud", row)).findLast((each) => each !== null);
  const size = rows.map((row) => bodyOf("ocr", row)?.quality).findLast((each) => each !== undefined);
  if (fraud === undefined || size === undefined) return null;
  return <Outline size={size} regions={detectedRegions(fraud)} />;
}

function ShotView({ c, results, actions, shot, title }: Props & { shot: Shot; title: string }) {
  const rows = rowsOf(shot, results);
  return (
    <Image
      shot={shot}
      title={titleOf(title, shot, actions.get(shot.resultIds[0] ?? ""))}
      regions={regionsOf(shot, results)}
    >
      <p class="hint">
        {rows.map((row, i) => (
          <>
            {i > 0 && ", "}
            <a href={to(c, RESULT_SECTIONS[row.kind].section, row.id)}>{RESULT_SECTIONS[row.kind].noun}</a>
          </>
        ))}
      </p>
    </Image>
  );
}

const rowsOf = ({ resultIds }: Shot, results: Props["results"]) =>
  resultIds.map((id) => results.get(id)).filter((row) => row !== undefined);

/** What is marked on an image. */
function regionsOf(shot: Shot, results: Props["results"]): Region[] {
  const rows = rowsOf(shot, results);
  const bodiesOf = <K extends "fraud" | "ocr">(kind: K) =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => bodyOf(kind, row))
      .filter((body) => body !== null);
  return marksOf(bodiesOf("fraud"), bodiesOf("ocr"));
}

/** The findings that are marked on a shown image, by name, with their numbers on it. */
export function marksByName({
  results,
  media,
}: Pick<Props, "results" | "media">): ReadonlyMap<string, number> {
  const ofShots = media.shots
    .filter(({ size }) => size !== null)
    .map((shot) => numbered(regionsOf(shot, results)).map(({ label, number }) => [label, number] as const));
  return new Map(ofShots.toReversed().flat());
}

/** What the reviewer reads beside a similarity. Of a registered face no image is kept. */
const COMPARED = {
  portrait: {
    match: "The portrait and the selfie match: the similarity reaches the threshold.",
    none: "No automatic match: compare the portrait and the selfie yourself.",
  },
  registered: {
    match: "The registered face and the selfie match: the similarity reaches the threshold.",
    none: "No automatic match with the registered face, of which no image is kept. Compare the selfie with the person's earlier verifications.",
  },
} as const;

/** The similarity of the selfie and the face that it was compared with, beside the threshold. */
function Comparison({ verification, results }: Props) {
  const body = comparisonOf(verification, results);
  if (body === null) return null;
  const texts = COMPARED[isOfRegistered(body) ? "registered" : "portrait"];
  const reason = body.kind === "verification" ? body.reason : null;
  return (
    <div class="image comparison">
      <h3>Are they one person?</h3>
      <Meter label="Similarity" value={body.similarity} marks={{ threshold: body.threshold }} />
      <p>
        {body.match ? texts.match : texts.none}
        {reason === null ? "" : ` Reason: ${words(reason)}.`}
      </p>
    </div>
  );
}

/** The other uploads. */
function Others(props: Props) {
  const others = SLOTS.flatMap((slot) =>
    shotsIn(slot, props.verification, props.media).others.map((shot) => ({ shot, title: slot.title })),
  );
  if (others.length === 0) return null;
  return (
    <details>
      <summary>Earlier images ({others.length})</summary>
      <div class="shots">
        {others.map(({ shot, title }) => (
          <ShotView {...props} shot={shot} title={title} />
        ))}
      </div>
    </details>
  );
}

/** A place on the review page for images of one kind and side. */
interface Slot {
  readonly title: string;
  readonly kind: MediaKind;
  readonly side?: "front" | "back";
  /** The step whose requirement by the policy makes an image possible. */
  readonly step: "document" | "liveness";
}

const SLOTS: readonly Slot[] = [
  { title: "Document, front", kind: "document", side: "front", step: "document" },
  { title: "Document, back", kind: "document", side: "back", step: "document" },
  { title: "Portrait on the document", kind: "portrait", step: "document" },
  { title: "Best selfie frame", kind: "live_frame", step: "liveness" },
  { title: "Challenge, frame", kind: "challenge_frame", step: "liveness" },
];

/** An image without a stated side is a front. */
const isIn = ({ kind, side }: Slot, of: Pick<Shot, "kind" | "side">) =>
  of.kind === kind && (kind !== "document" || (of.side ?? "front") === side);

/**
 * The images of a slot, newest first, and a challenge's frames in their order. `main` has those of the newest
 * result (for documents the newest that fraud detection has judged) and of standing findings; `others` has
 * the rest.
 */
function shotsIn(
  slot: Slot,
  verification: Verification,
  { shots }: KeptMedia,
): { main: readonly Shot[]; others: readonly Shot[] } {
  const standing = idsOfStanding(verification);
  const ofSlot = shots.filter((shot) => isIn(slot, shot)).sort((a, b) => (a.frame ?? 0) - (b.frame ?? 0));
  const newest = ofSlot.find(({ resultIds }) => resultIds.some(isFraud)) ?? ofSlot[0];
  // Ids begin with the time.
  const latest = ofSlot.flatMap(({ resultIds }) => resultIds).reduce((a, b) => (a > b ? a : b), "");
  const isNewest = (shot: Shot) =>
    slot.kind === "challenge_frame" ? shot.resultIds.includes(latest) : shot === newest;
  const isMain = (shot: Shot) => isNewest(shot) || shot.resultIds.some((id) => standing.has(id));
  return { main: ofSlot.filter(isMain), others: ofSlot.filter((shot) => !isMain(shot)) };
}

const isFraud = (resultId: string) => resultId.startsWith("fc_");

/** The erased images of a slot: the newest, and of a challenge each frame. */
function erasedIn(slot: Slot, { erased }: KeptMedia): readonly MediaRow[] {
  const ofSlot = erased.filter((row) => isIn(slot, row));
  // Ids begin with the time.
  const latest = ofSlot.reduce((newest, { resultId }) => (resultId > newest ? resultId : newest), "");
  const ofLatest = ofSlot.filter(({ resultId }) => resultId === latest);
  const frames = new Map(ofLatest.map((row) => [row.frame, row]));
  return [...frames.values()].sort((a, b) => (a.frame ?? 0) - (b.frame ?? 0));
}

const erasedText = ({ erasedAt }: MediaRow) =>
  erasedAt === null
    ? "The image is being erased."
    : `Erased on ${new Date(erasedAt).toISOString().slice(0, 10)}.`;

/**
 * The reason why a slot has never had an image, in a sentence; null if no image was required: the slot of
 * another step, or the back of a document.
 */
function absenceOf(slot: Slot, verification: Verification, hasStore: boolean): string | null {
  const { policy, customerRef, steps, status } = verification;
  if (customerRef === "") return "Erased with the person.";
  const isExtra = slot.side === "back" || slot.kind === "challenge_frame";
  if (isExtra || !policy.steps.includes(slot.step)) return null;
  if (steps.find(({ name }) => name === slot.step)?.resultIds.length === 0) {
    return isOpenStatus(status) ? "Not taken yet." : "Not taken: the verification ended before.";
  }
  return hasStore ? "No image: no upload could be used." : "No image: this installation stores none.";
}
