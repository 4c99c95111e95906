import { AUTHENTICITY_CHECKS, CHECK_RULES } from "#edge/verdicts/fraud/checks/checks.ts";
import { SIGNAL_RULES } from "#edge/verdicts/fraud/signals/signal-rules.ts";
import { FRAUD_THRESHOLDS } from "#edge/verdicts/fraud/signals/signals.ts";
import { CAPTURE_RULES } from "#edge/verdicts/match/capture-rules.ts";
import { GATES } from "#edge/verdicts/ocr/gates.ts";
import { visibleMessage, visibleReason } from "#edge/verdicts/outcomes/visible-reasons.ts";
import { reasonAnchor } from "#edge/verification/reasons/messages.ts";
import { REVIEW_REASONS } from "#edge/verification/review.ts";
import type { ReasonText } from "#edge/verification/types.ts";
import { CHECKS, SIGNALS } from "#vocabulary/fraud.ts";
import { LEADS } from "./leads.ts";
import { codes, table } from "./markdown.ts";

/** The limit of a face's capture, if the code names one. */
function limitOf(code: string): string {
  const rule = Object.entries(CAPTURE_RULES).find(([issue]) => issue === code)?.[1];
  return rule === undefined ? "" : ` Limit: ${rule.limit}.`;
}

/** A code that a link can lead to. The anchor is the one of the service's own reference. */
const anchored = (code: string) => `<a id="${reasonAnchor(code)}"></a>\`${code}\``;

/** What the end user's device shows for a reason, unless that is `not_accepted`. */
function shownFor(code: string): string {
  const visible = visibleReason(code);
  if (visible === "not_accepted") return "";
  const shown = visible === code ? "Shown" : `Shown as \`${visible}\``;
  return ` *${shown}:* “${visibleMessage(visible)}”`;
}

/** The reasons of a step: why, what the end user sees, what follows, and what support does. */
export function reasons(texts: Readonly<Partial<Record<keyof typeof LEADS, ReasonText>>>): string {
  const coded = Object.entries(texts) as [keyof typeof LEADS, ReasonText][];
  const rows = coded.map(([code, { finding, cause, support }]) => [
    anchored(code),
    `**${finding}.** ${cause}${limitOf(code)}${shownFor(code)}`,
    LEADS[code],
    support,
  ]);
  return table(["code", "finding and cause", "leads to", "what support does"], rows);
}

/** What the end user sees for a reason whose row has no text of its own. */
export const hiddenReason = () =>
  `Without *Shown*, the device gets \`not_accepted\` and shows: “${visibleMessage("not_accepted")}”`;

/** The reasons that a reviewer gives. */
export function reviewReasons(): string {
  const rows = Object.entries(REVIEW_REASONS).map(([code, { ruling, message }]) => [
    anchored(code),
    `\`${ruling}\``,
    message,
  ]);
  return table(["code", "decision", "message"], rows);
}

/** How the signals decide, and every forensic signal. */
export function signals(): string {
  const { suspicious, fraudulent } = FRAUD_THRESHOLDS;
  const rows = SIGNALS.map((name) => {
    const { finding, triggered, support, severity, weight, threshold } = SIGNAL_RULES[name];
    const numbers = `${severity}, ${threshold}, ${weight}`;
    return [`\`${name}\``, `**${finding}.** ${triggered}`, numbers, support];
  });
  const head = ["signal", "finding and cause", "severity, threshold, weight", "what support does"];
  const score = `The overall score is 1 − ∏(1 − weight × score). From ${suspicious} on, the document is \`suspicious\`. From ${fraudulent} on, it is \`fraudulent\`.`;
  return `${score}\n\n${table(head, rows)}`;
}

/** Every deterministic check. */
export function checks(): string {
  const rows = CHECKS.map((name) => {
    const { finding, explanation, support, severity } = CHECK_RULES[name];
    return [`\`${name}\``, explanation, severity, `**${finding}.** ${support}`];
  });
  const required = CHECKS.filter((name) => CHECK_RULES[name].requiredFor === "mrz");
  const lists = `Required if an MRZ is expected: ${codes(required)}.\n\nChecks of authenticity: ${codes(AUTHENTICITY_CHECKS)}.`;
  return `${lists}\n\n${table(["check", "what is checked", "severity", "if it fails"], rows)}`;
}

/** Every gate of a reading. */
export function gates(): string {
  const rows = GATES.map(({ gate, code, message, retryable }) => [
    `\`${gate}\``,
    `\`${code}\``,
    message,
    retryable ? "yes" : "no",
  ]);
  return table(["gate", "reason", "message", "can another photo pass"], rows);
}
