import type { ResultRow } from "../../../store/results/results.ts";
import type { Verification } from "../../../verification/types.ts";
import { type DashboardContext, to } from "../../shell/context.ts";
import { viewerMay } from "../../shell/roles.ts";
import { Meter } from "../../ui/drawing/meter.tsx";
import { Outline } from "../../ui/drawing/outline.tsx";
import { Picture } from "../../ui/drawing/picture.tsx";
import { words } from "../../ui/labels.tsx";
import type { KeptMedia, Shot } from "../../ui/media.ts";
import { Panel } from "../../ui/parts.tsx";
import { bodyOf } from "../../ui/result-body.ts";
import { RESULT_SECTIONS } from "../../ui/summary.tsx";
import { fraudRegions, SignalList } from "../results/fraud-signals.tsx";
import { absenceOf, SLOTS, type Slot, shotsIn } from "./evidence-slots.ts";

interface Props {
  readonly c: DashboardContext;
  readonly verification: Verification;
  readonly results: ReadonlyMap<string, ResultRow>;
  readonly media: KeptMedia;
}

/**
 * The pictures of a decision's evidence, side by side; for a missing or erased picture, a sentence with the
 * reason.
 */
export function EvidencePanel(props: Props) {
  const { c, verification } = props;
  if (verification.policy.store_media === "none") {
    return (
      <Panel title="Evidence">
        <p>This verification keeps no pictures: store_media is none.</p>
        <Unpictured {...props} />
      </Panel>
    );
  }
  if (!viewerMay(c, "verification.review")) {
    return (
      <Panel title="Evidence">
        <p>Pictures are shown to admins and owners, who may review.</p>
        <Unpictured {...props} />
      </Panel>
    );
  }
  const [documents, faces] = [SLOTS.filter(({ kind }) => kind === "document"), SLOTS.filter(isFace)];
  return (
    <Panel title="Evidence">
      <div class="shots">
        {documents.map((slot) => (
          <SlotView {...props} slot={slot} />
        ))}
      </div>
      <div class="shots faces">
        {faces.map((slot) => (
          <SlotView {...props} slot={slot} />
        ))}
        <Comparison {...props} />
      </div>
      <Others {...props} />
    </Panel>
  );
}

const isFace = ({ kind }: Slot) => kind !== "document";

function SlotView({ slot, ...props }: Props & { slot: Slot }) {
  const { main } = shotsIn(slot, props.verification, props.media);
  if (main.length > 0) return main.map((shot) => <ShotView {...props} shot={shot} title={slot.title} />);
  const absence = absenceOf(slot, props.verification, props.media, props.c.var.services.media !== null);
  if (absence === null) return null;
  return (
    <figure class="picture">
      <h3>{slot.title}</h3>
      <p class="soft none">{absence}</p>
      {slot.side === "front" && <Unpictured {...props} />}
    </figure>
  );
}

/** The evidence of the latest verdict on a document whose picture cannot be shown. */
function Unpictured({ results }: Pick<Props, "results">) {
  const body = [...results.values()].map((row) => bodyOf("fraud", row)).findLast((each) => each !== null);
  if (body === undefined) return null;
  return (
    <>
      <Outline size={null} regions={fraudRegions(body)} />
      <SignalList body={body} />
    </>
  );
}

function ShotView({ c, results, shot, title }: Props & { shot: Shot; title: string }) {
  const rows = shot.resultIds.map((id) => results.get(id)).filter((row) => row !== undefined);
  const verdicts = rows.map((row) => bodyOf("fraud", row)).filter((body) => body !== null);
  return (
    <Picture shot={shot} title={title} regions={verdicts.flatMap(fraudRegions)}>
      {verdicts.map((body) => (
        <SignalList body={body} />
      ))}
      <p class="hint">
        {rows.map((row, i) => (
          <>
            {i > 0 && ", "}
            <a href={to(c, RESULT_SECTIONS[row.kind].section, row.id)}>{RESULT_SECTIONS[row.kind].noun}</a>
          </>
        ))}
      </p>
    </Picture>
  );
}

/** The similarity of the portrait and the live frame, beside the threshold. */
function Comparison({ verification, results }: Props) {
  const step = verification.steps.find(({ name }) => name === "face_match");
  const row = results.get(step?.resultIds.at(-1) ?? "");
  const body = row === undefined ? null : bodyOf("face", row);
  if (body === null) return null;
  const reason = body.kind === "verification" ? body.reason : null;
  return (
    <div class="picture">
      <h3>Are they one person?</h3>
      <Meter label="Similarity" value={body.similarity} marks={{ threshold: body.threshold }} />
      <p>
        {body.match
          ? "Over the threshold: the portrait and the live frame match."
          : "Not over the threshold: the portrait and the live frame do not match by themselves."}
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
      <summary>Other captures ({others.length})</summary>
      <div class="shots">
        {others.map(({ shot, title }) => (
          <ShotView {...props} shot={shot} title={title} />
        ))}
      </div>
    </details>
  );
}
