import type { Child } from "hono/jsx";
import { FIELD_KEYS, type FieldKey } from "../../../../vocabulary/documents.ts";
import type { ResultRow } from "../../../store/results/results.ts";
import { weightOf } from "../../../verdicts/fraud/signals/signal-rules.ts";
import { overriddenBy, overriddenReasons } from "../../../verification/overridden.ts";
import { reasonTitle } from "../../../verification/reasons/messages.ts";
import type { Verification } from "../../../verification/types.ts";
import { Spelt } from "../../form/notes.tsx";
import { capital, findingWords, score, words } from "../../ui/labels.tsx";
import { Panel } from "../../ui/parts.tsx";
import type { DocumentData } from "../../ui/person.tsx";
import { type Body, bodyOf } from "../../ui/summary.tsx";
import { sidesOf } from "./person-data.tsx";

/** What a fraud check has found, in words. */
interface Found {
  readonly name: string;
  readonly text: string;
  /** The fields that a check names, with their values; null if it names none. */
  readonly values: string | null;
  /** The mode in which a signal has no weight; null for what counts. */
  readonly uncounted: string | null;
}

/** The codes of fields that a text names. */
const fieldsIn = (text: string): FieldKey[] =>
  FIELD_KEYS.filter((key) => new RegExp(`\\b${key}\\b`).test(text));

/** A check's text, with the names of fields in words. */
export const inWords = (text: string): string =>
  fieldsIn(text).reduce((said, key) => said.replaceAll(new RegExp(`\\b${key}\\b`, "g"), words(key)), text);

/** The values of the fields that a check found to differ, as print and MRZ have them. */
function valuesOf(detail: string | null, document: DocumentData | null): string | null {
  const texts = fieldsIn(detail ?? "").flatMap((key) => {
    const [printed, coded] = sidesOf(document?.fields[key]);
    const sides = [
      printed === null ? [] : [`print ${printed}`],
      coded === null ? [] : [`MRZ ${coded}`],
    ].flat();
    return sides.length === 0 ? [] : [`${capital(words(key))}: ${sides.join(", ")}`];
  });
  return texts.length === 0 ? null : texts.join("; ");
}

/** The triggered signals, and the failed checks of a fraud result. */
const found = (
  { signals, deterministic_checks, mode }: Body<"fraud">,
  document: DocumentData | null,
): Found[] => [
  ...signals
    .filter(({ triggered }) => triggered)
    .map(({ name, explanation, score: value, threshold }) => ({
      name,
      text: `${explanation} Score ${score(value)}, threshold ${score(threshold)}.`,
      values: null,
      uncounted: weightOf(name, mode) > 0 ? null : mode,
    })),
  ...deterministic_checks
    .filter(({ status }) => status === "fail")
    .map(({ name, detail, explanation }) => ({
      name,
      text: inWords(detail ?? explanation),
      values: valuesOf(detail, document),
      uncounted: null,
    })),
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

/** Each finding of a verification's fraud checks once. `document`: null if its data are not shown. */
export function findingsOf(
  verification: Verification,
  results: ReadonlyMap<string, ResultRow>,
  document: DocumentData | null,
): Found[] {
  const all = countingResults(verification, results)
    .map((row) => bodyOf("fraud", row))
    .flatMap((body) => (body === null ? [] : found(body, document)));
  return [...new Map(all.map((each) => [`${each.name} ${each.text}`, each])).values()];
}

/**
 * Everything that an approval would override, in words: what the fraud checks found, the other reasons, and
 * what else needs the reviewer's own reason.
 */
export function overriddenTexts(
  verification: Verification,
  results: ReadonlyMap<string, ResultRow>,
  all: readonly Found[],
): string[] {
  const findings = all.filter(({ uncounted }) => uncounted === null);
  const isOther = ({ code }: { code: string }) => findings.length === 0 || !isOfFraud(code);
  const reasons = verification.decisionReasons.filter(isOther);
  const named = new Set<string>(
    [...findings, ...reasons].map((each) => ("name" in each ? each.name : each.code)),
  );
  const more = overriddenBy(verification, results).filter((code) => !named.has(code));
  return [
    ...new Set([
      ...findings.map(({ name, values }) => findingWords(name) + (values === null ? "" : ` (${values})`)),
      ...reasons.flatMap(({ message }) => sentencesOf(message)),
      ...more.map((code) => reasonTitle(code) ?? findingWords(code)),
    ]),
  ];
}

/** What a reviewer's approval overrode, in words; nothing without such an approval. */
export function OverriddenList({
  verification,
  results,
  findings,
}: {
  verification: Verification;
  results: ReadonlyMap<string, ResultRow>;
  findings: readonly Found[];
}) {
  const decisionReasons = overriddenReasons(verification);
  if (decisionReasons === null) return null;
  const texts = overriddenTexts({ ...verification, decisionReasons }, results, findings);
  if (texts.length === 0) return null;
  return (
    <Panel title="Overridden by the reviewer">
      <ul class="findings">
        {texts.map((text) => (
          <li>
            <Spelt text={text} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface Props {
  readonly verification: Verification;
  readonly findings: readonly Found[];
  /** The numbers of the findings that a shown image marks and explains, by name. */
  readonly marked: ReadonlyMap<string, number>;
  /** Who else has sent the same images or has the same face, in a line each. */
  readonly duplicates: readonly Child[];
  /** What a reason was measured on, by its code, in a line each. */
  readonly groundsOf: (code: string) => readonly string[];
}

/** Why a verification came to its decision: its reasons, and what the fraud checks found. */
export function Why({
  verification: { decision, decisionReasons },
  findings: all,
  marked,
  duplicates,
  groundsOf,
}: Props) {
  const counted = all.filter(({ uncounted }) => uncounted === null);
  if (decisionReasons.length === 0 && counted.length === 0 && duplicates.length === 0) return null;
  const findings = all.filter(({ name, uncounted }) => uncounted === null || marked.has(name));
  return (
    <Panel title={decision === "review" ? "Why this needs a review" : "Reasons and findings"} tabindex={0}>
      <Reasons of={decisionReasons} isListed={counted.length > 0} groundsOf={groundsOf} />
      {duplicates.length > 0 && (
        <ul class="findings">
          {duplicates.map((line) => (
            <li>{line}</li>
          ))}
        </ul>
      )}
      {findings.length > 0 && (
        <>
          <h3>Found on the document</h3>
          <ul class="findings">
            {findings.map(({ name, text, values, uncounted }) => (
              <li>
                <strong>{findingWords(name)}</strong>
                {uncounted !== null && ` (not counted in ${uncounted} mode)`}
                {marked.has(name) ? (
                  <>
                    {" "}
                    <a href="#evidence">See mark {marked.get(name)}</a>
                  </>
                ) : (
                  <span class="under">{text}</span>
                )}
                {values !== null && <span class="under">{values}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

/** The sentences of a reason's message, for a list: without their full stops. */
const sentencesOf = (message: string): string[] => message.replace(/\.$/, "").split(/\.\s+/);

/** What was found, in sentences without full stops, each once. */
export const reasonTexts = (of: Verification["decisionReasons"]): string[] => [
  ...new Set(of.flatMap(({ message }) => sentencesOf(message))),
];

/** What was found, each once, in a list for a table. `most`: how many are shown. */
export function ReasonList({
  of,
  most = Number.POSITIVE_INFINITY,
}: {
  of: Verification["decisionReasons"];
  most?: number;
}) {
  const texts = reasonTexts(of);
  return (
    <>
      <ul class="text wide findings">
        {texts.slice(0, most).map((text) => (
          <li>
            <Spelt text={text} />
          </li>
        ))}
      </ul>
      {texts.length > most && <span class="under soft">and {texts.length - most} more</span>}
    </>
  );
}

/** Reasons that compare what the tenant expects with the document. */
const OF_DETAILS: readonly string[] = ["details_mismatch", "details_not_confirmed"];

const isOfFraud = (code: string) => code.startsWith("fraud_");

/**
 * Each sentence once, with its codes and steps. `isListed`: what the fraud checks found is listed beside the
 * reasons, so that their reason is only named.
 */
function Reasons({
  of,
  isListed,
  groundsOf,
}: Pick<Props, "groundsOf"> & { of: Verification["decisionReasons"]; isListed: boolean }) {
  const lines = of.flatMap(({ code, step, message }) => {
    const title = isListed && isOfFraud(code) ? reasonTitle(code) : undefined;
    const texts = title === undefined ? sentencesOf(message) : [title];
    return texts.map((text) => ({ text, code, step }));
  });
  return (
    <ul class="findings">
      {[...Map.groupBy(lines, ({ text }) => text)].map(([text, same]) => {
        const [codes, steps] = [new Set(same.map(({ code }) => code)), new Set(same.map(({ step }) => step))];
        return (
          <li>
            <Spelt text={text} />
            {[...codes].flatMap(groundsOf).map((ground) => (
              <strong class="under">{ground}</strong>
            ))}
            <span class="under soft">
              {capital([...steps].map(words).join(", "))}: <code>{[...codes].join(", ")}</code>
            </span>
            {OF_DETAILS.some((code) => codes.has(code)) && (
              <a class="under" href="#expected">
                See expected details
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
