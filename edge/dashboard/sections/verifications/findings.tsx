import type { ResultRow } from "../../../store/results/results.ts";
import type { Verification } from "../../../verification/types.ts";
import { capital, score, words } from "../../ui/labels.tsx";
import { Panel } from "../../ui/parts.tsx";
import { type Body, bodyOf } from "../../ui/summary.tsx";

/** What a fraud check has found, in words. */
interface Found {
  readonly name: string;
  readonly text: string;
  /** Whether its place is marked on the image. */
  readonly isMarked: boolean;
}

/** The detected signals and the failed checks of a fraud result. */
const found = ({ signals, deterministic_checks }: Body<"fraud">): Found[] => [
  ...signals
    .filter(({ triggered }) => triggered)
    .map(({ name, explanation, region, score: value, threshold }) => ({
      name,
      text: `${explanation} Score ${score(value)}, threshold ${score(threshold)}.`,
      isMarked: region !== null,
    })),
  ...deterministic_checks
    .filter(({ status }) => status === "fail")
    .map(({ name, detail, explanation }) => ({ name, text: detail ?? explanation, isMarked: false })),
];

/** The ids of the results that have standing findings. */
export const idsOfStanding = ({ steps }: Pick<Verification, "steps">): ReadonlySet<string> =>
  new Set(steps.flatMap(({ findings }) => findings.map(({ resultId }) => resultId)));

/** The fraud results that count: of the latest call, and of standing findings. */
function countingResults(verification: Verification, results: ReadonlyMap<string, ResultRow>): ResultRow[] {
  const rows = [...results.values()].filter(({ kind }) => kind === "fraud");
  const latest = Math.max(...rows.map(({ createdAt }) => createdAt));
  const standing = idsOfStanding(verification);
  return rows.filter(({ id, createdAt }) => createdAt === latest || standing.has(id));
}

/** Each finding of a verification's fraud checks once. */
export function findingsOf(verification: Verification, results: ReadonlyMap<string, ResultRow>): Found[] {
  const all = countingResults(verification, results)
    .map((row) => bodyOf("fraud", row))
    .flatMap((body) => (body === null ? [] : found(body)));
  return [...new Map(all.map((each) => [`${each.name} ${each.text}`, each])).values()];
}

interface Props {
  readonly verification: Verification;
  readonly findings: readonly Found[];
}

/** Why a verification came to its decision: its reasons, and what the fraud checks found. */
export function Why({ verification: { decision, decisionReasons }, findings }: Props) {
  if (decisionReasons.length === 0 && findings.length === 0) return null;
  return (
    <Panel title={decision === "review" ? "Why this needs a review" : "Reasons and findings"}>
      <Reasons of={decisionReasons} />
      {findings.length > 0 && (
        <>
          <h3>Found on the document</h3>
          <ul class="findings">
            {findings.map(({ name, text, isMarked }) => (
              <li>
                <strong>{capital(words(name))}</strong>
                <span class="under">
                  {text}
                  {isMarked && (
                    <>
                      {" "}
                      <a href="#evidence">See the marked place</a>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

/** Each message once, with its codes and steps. */
function Reasons({ of }: { of: Verification["decisionReasons"] }) {
  return (
    <ul class="plain">
      {[...Map.groupBy(of, ({ message }) => message)].map(([message, same]) => {
        const [codes, steps] = [new Set(same.map(({ code }) => code)), new Set(same.map(({ step }) => step))];
        return (
          <li>
            {message} <code>{[...codes].join(", ")}</code>
            <span class="under soft">
              {steps.size === 1 ? "Step: " : "Steps: "}
              {[...steps].map(words).join(", ")}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
