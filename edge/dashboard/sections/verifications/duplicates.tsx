import { findDuplicates as findSameImages } from "../../../store/results/fraud-results.ts";
import type { ResultRow } from "../../../store/results/results.ts";
import { listVerifications } from "../../../store/verifications/verifications.ts";
import { type DashboardContext, to } from "../../shell/context.ts";
import { CustomerRef, State, words } from "../../ui/labels.tsx";
import { Panel } from "../../ui/parts.tsx";
import { bodyOf } from "../../ui/summary.tsx";

/** Maximum number of linked verifications of one other customer reference, newest first. */
const LINKED = 5;

/** Another customer reference with the same image or face, and links to the evidence. */
interface Duplicate {
  readonly what: "image" | "face";
  readonly customerRef: string;
  /** The other fraud result, or the search that found the face. */
  readonly resultPath: string;
  readonly verifications: Awaited<ReturnType<typeof listVerifications>>;
}

/**
 * Other customer references with the same images or faces: they have sent an image of these results, or a
 * search of these results has found their registered face.
 */
export async function findDuplicates(
  c: DashboardContext,
  results: ReadonlyMap<string, ResultRow>,
): Promise<Duplicate[]> {
  const { services, scope } = c.var;
  const rows = [...results.values()];
  const ofFraud = rows.filter(({ kind }) => kind === "fraud").map(({ id }) => id);
  const images = ofFraud.length === 0 ? [] : await findSameImages(services.db, scope, ofFraud);
  const faces = rows.flatMap((row) => {
    const body = bodyOf("face", row);
    return body?.kind === "dedupe" && body.customer_ref !== null
      ? [{ id: row.id, customerRef: body.customer_ref }]
      : [];
  });
  const found = [
    ...images.map((each) => ({ ...each, what: "image", section: "fraud" }) as const),
    ...faces.map((each) => ({ ...each, what: "face", section: "faces" }) as const),
  ];
  const duplicates = await Promise.all(
    found.map(async ({ id, what, section, customerRef }) => {
      if (customerRef === null) return null;
      const page = { limit: LINKED, before: null, now: services.clock() };
      const verifications = await listVerifications(services.db, scope, page, { customerRef });
      return { what, customerRef, resultPath: to(c, section, id), verifications };
    }),
  );
  return duplicates.filter((each) => each !== null);
}

/**
 * A duplicate in one line, with a link to its newest verification. The same image counts as a finding in live
 * mode only.
 */
export function DuplicateLine({ c, of }: { c: DashboardContext; of: Duplicate }) {
  const { what, customerRef, resultPath, verifications } = of;
  const [newest] = verifications;
  return (
    <>
      {what === "image" ? "Same image under " : "Same face under "}
      <a href={newest === undefined ? resultPath : to(c, "verifications", newest.id)}>{customerRef}</a>
      {newest !== undefined && `, ${words(newest.decision ?? newest.status)}`}
      {what === "image" && c.var.mode === "test" && " (not counted in test mode)"}
    </>
  );
}

const SENTENCES = {
  image: "The same image or a near-duplicate was also sent for",
  face: "The face is also registered for",
} as const;

/** Other customer references with the same image or face, with links; null without duplicates. */
export function Duplicates({ c, of }: { c: DashboardContext; of: readonly Duplicate[] }) {
  if (of.length === 0) return null;
  return (
    <Panel title="Seen under another reference">
      <ul class="plain">
        {of.map(({ what, customerRef, resultPath, verifications }) => (
          <li>
            {SENTENCES[what]} <CustomerRef of={customerRef} /> (
            <a href={resultPath}>{what === "face" ? "the search" : "the result"}</a>).
            {verifications.length === 0 ? (
              <span class="under soft">No verification with this reference is stored.</span>
            ) : (
              <ul class="plain">
                {verifications.map(({ id, status, decision }) => (
                  <li>
                    <a class="mono" href={to(c, "verifications", id)}>
                      {id}
                    </a>{" "}
                    <State of={decision ?? status} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
