import { CHECK_RULES } from "../../verdicts/fraud/checks/checks.ts";
import { SIGNAL_RULES } from "../../verdicts/fraud/signals/signal-rules.ts";
import { reasonTitle } from "../../verification/reasons/messages.ts";
import { Badge } from "./parts.tsx";

type Tone = Parameters<typeof Badge>[0]["tone"];

/** The tones of the states of verifications, steps, results and checks; any other state is plain. */
const TONES: Readonly<Record<string, Tone>> = {
  approved: "good",
  passed: "good",
  pass: "good",
  valid: "good",
  clean: "good",
  live: "good",
  match: "good",
  usable: "good",
  review: "warn",
  retry_required: "warn",
  suspicious: "warn",
  inconclusive: "warn",
  detected: "warn",
  declined: "bad",
  failed: "bad",
  fail: "bad",
  invalid: "bad",
  fraudulent: "bad",
  "not live": "bad",
  "no match": "bad",
  "not usable": "bad",
};

/** Codes whose own words a reader would not understand. */
const NAMES: Readonly<Record<string, string>> = {
  cid: "identity card",
  driving_license: "driving licence",
  voter_id: "voter card",
  other: "other document",
  "fmr_1e-2": "false match rate of 1 in 100",
  "fmr_1e-3": "false match rate of 1 in 1,000",
  "fmr_1e-4": "false match rate of 1 in 10,000",
  mrz_document_number_checksum: "MRZ check digit of the document number",
  mrz_birth_date_checksum: "MRZ check digit of the birth date",
  mrz_expiry_date_checksum: "MRZ check digit of the expiry date",
  mrz_composite_checksum: "MRZ composite check digit",
  mrz_state_rule: "MRZ check digits of the issuing state",
  mrz_viz_consistency: "consistency of MRZ and printed text",
  barcode_format: "format of the barcode",
  barcode_viz_consistency: "consistency of barcode and printed text",
  barcode_mrz_consistency: "consistency of barcode and MRZ",
  seal_signature: "signature of the signed barcode",
  seal_consistency: "consistency of signed barcode and document",
  id_number_checksum: "check digit of the national number",
  duplicate_of_known_image: "duplicate of an earlier image",
  issuing_country_valid: "code of the issuing state",
  editing_software_trace: "editing software",
  single_holder: "faces of other people",
  issuing_country: "issuing state",
};

/** A code in words: `retry_required` becomes "retry required", `cid` becomes "identity card". */
export const words = (code: string) => NAMES[code] ?? code.replaceAll("_", " ");

const FOUND: Readonly<Record<string, { readonly finding: string }>> = { ...SIGNAL_RULES, ...CHECK_RULES };

/** A signal or check that found something, in the words of `decision_reasons`. */
export const findingWords = (name: string) => FOUND[name]?.finding ?? capital(words(name));

/** A reason's code as its title: `fraud_fraudulent` becomes what was found. */
export const reasonWords = (code: string) => reasonTitle(code) ?? words(code);

/** A text that begins a line. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of a signal or a check, and a sentence that explains it. */
export const Named = ({ name, explanation }: { name: string; explanation: string }) => (
  <>
    {capital(words(name))}
    <br />
    <span class="soft text">{explanation}</span>
  </>
);

/** A state as a badge in its tone; empty for null. */
export function State({ of }: { of: string | null }) {
  if (of === null) return <span class="soft">–</span>;
  return <Badge tone={TONES[of] ?? "plain"}>{words(of)}</Badge>;
}

/** A score from 0 to 1 in the dashboard's notation; a dash for null. */
export const score = (value: number | null | undefined) =>
  value === null || value === undefined ? "–" : value.toFixed(3);

/** A number with one decimal, unless that is 0. */
const short = (value: number) => value.toFixed(1).replace(/\.0$/, "");

/** A duration in a suitable unit: whole seconds and minutes, but tenths of a measured time below 10 s. */
export function duration(ms: number | null): string {
  if (ms === null) return "–";
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${short(ms / 1_000)} s`;
  if (ms < 60_000) return `${Math.round(ms / 1_000)} s`;
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`;
  return `${short(ms / 3_600_000)} h`;
}

/** A time that is waited, in whole seconds or more. */
export const wait = (ms: number): string => (ms < 10_000 ? `${Math.round(ms / 1_000)} s` : duration(ms));

/** A language in English: `pt-BR` becomes "Brazilian Portuguese". */
export const languageWords = (tag: string): string =>
  new Intl.DisplayNames("en", { type: "language" }).of(tag) ?? tag;

/** The end user's reference; "none" without one, and for an erased person. */
export function CustomerRef({ of }: { of: string | null }) {
  return of === null || of === "" ? <span class="soft">none</span> : <span class="text">{of}</span>;
}
