export type SignalSeverity = "high" | "medium" | "low";

export interface SignalRule {
  readonly threshold: number;
  readonly severity: SignalSeverity;
  /** The most that this signal alone can add to the overall score, 0..1. */
  readonly weight: number;
  /** For staff: what it means that the signal is triggered, and that it is not. */
  readonly triggered: string;
  readonly quiet: string;
}

const CALIBRATED = { threshold: 0.5 } as const;
const HIGH = { ...CALIBRATED, severity: "high", weight: 0.8 } as const;

/**
 * Signals that are weighed. Scores come calibrated: inference maps its measure so that .5 is the operating point where
 * next to no genuine capture lies. No weight reaches the fraudulent threshold: a heuristic on pixels alone asks for a
 * person's eye, two that agree do not.
 */
export const SIGNAL_RULES: Readonly<Record<string, SignalRule>> = {
  digital_tampering: {
    ...HIGH,
    triggered: "A part of the page was not there when the picture was first saved: it was put in later.",
    quiet: "All of the page shares one history of compression.",
  },
  portrait_substitution: {
    ...HIGH,
    triggered:
      "The portrait does not belong to the picture around it: its edge begins at a pixel, or it was saved another time.",
    quiet: "The portrait passes into the page as light does, and shares its history.",
  },
  text_tampering: {
    ...HIGH,
    triggered: "A straight cut runs beside a line of text: the text may have been typed or pasted over.",
    quiet: "No cut runs beside the text.",
  },
  // Alone it is not suspicious: drawn lines and low-resolution scans have edges that begin at a pixel, too (of four genuine
  // scans three were taken for spliced). It counts beside another signal.
  splicing: {
    ...HIGH,
    weight: 0.38,
    triggered: "A straight cut runs through the page, as the edge of a pasted piece does.",
    quiet: "No cut runs through the page.",
  },
  screen_recapture: {
    ...HIGH,
    triggered:
      "A regular pattern, as of a display's pixels or a printer's dots, lies over the document: it may be a picture of a screen or of a print.",
    quiet: "No pattern of a display's pixels or a printer's dots lies over the document.",
  },
  screenshot: {
    ...HIGH,
    triggered: "The picture has no noise at all: no camera took it.",
    quiet: "The picture has the noise of a camera.",
  },
  photocopy: {
    ...CALIBRATED,
    severity: "medium",
    weight: 0.8,
    triggered: "The document has no colours: it may be a photocopy.",
    quiet: "The document has colours.",
  },
  face_missing: {
    ...CALIBRATED,
    severity: "medium",
    weight: 0.6,
    triggered: "No portrait was found on a document that always carries one.",
    quiet: "A portrait was found, or the document need not carry one.",
  },
};

/** Throws for a signal that no rule knows: its score would otherwise count for nothing, unseen. */
export function ruleOf(name: string): SignalRule {
  if (!Object.hasOwn(SIGNAL_RULES, name)) throw new Error(`No rule weighs the forensic signal ${name}.`);
  return SIGNAL_RULES[name]!;
}
